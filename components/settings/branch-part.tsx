'use client';

import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { BranchSettings } from '../../contract/branches';
import { isTimeZone } from '../../domain/business-day';
import { readDayMinute } from '../../lib/time';
import { callApi } from '../manager/call-api';
import { OutcomeLine, useChange } from '../ui/change';
import { Button, Sheet } from '../ui/sheet';
import { INPUT, SettingForm, useDraft } from './setting-form';
import { useProblemText, useSettingsPage } from './settings-context';
import type { BranchMember } from './use-settings';

const MEMBERS = ['name', 'timeZone', 'cutOff'] as const;

/** Name, time zone and cut-off of a branch, which owners can change. */
export function BranchPart({ branch }: { branch: BranchSettings }) {
  const t = useTranslations('settings.branch');
  const { isOwner } = useSettingsPage();
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      {MEMBERS.map((member) => (
        <Row key={member} branch={branch} member={member} />
      ))}
      {isOwner && branch.isUnused && <RemoveBranch number={branch.number} />}
    </Sheet>
  );
}

function Row({ branch, member }: { branch: BranchSettings; member: BranchMember }) {
  const t = useTranslations('settings.branch');
  const { isOwner } = useSettingsPage();
  const ids = { labelId: useId(), helpId: useId() };
  const value = branch[member] ?? '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of a form, and this contains a form
    <div
      role="group"
      aria-labelledby={ids.labelId}
      className="grid gap-x-8 gap-y-2 border-line border-t py-4 first-of-type:border-t-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div>
        <h3 id={ids.labelId} className="font-semibold">
          {t(member)}
        </h3>
        <p id={ids.helpId} className="max-w-prose text-pretty text-text-quiet">
          {t(`${member}Help`)}
        </p>
      </div>
      {isOwner ? (
        <Field {...ids} number={branch.number} member={member} value={value} />
      ) : (
        <p className="font-semibold">{value || t('unnamed')}</p>
      )}
    </div>
  );
}

type FieldProps = { number: number; member: BranchMember; value: string; labelId: string; helpId: string };

function Field({ number, member, value, labelId, helpId }: FieldProps) {
  const t = useTranslations('settings');
  const { setBranch } = useSettingsPage();
  const draft = useDraft(value);
  const problemId = useId();
  const listId = useId();
  const check = (text: string) => {
    if (member === 'timeZone' && !isTimeZone(text.trim())) return t('wrong.zone');
    if (member === 'cutOff' && readDayMinute(text) === null) return t('wrong.clock');
    return null;
  };
  const isZone = member === 'timeZone';
  return (
    <SettingForm
      draft={draft}
      check={check}
      save={(text) => setBranch(number, member, value, text.trim())}
      stored={value || t('branch.unnamed')}
      problemId={problemId}
    >
      {(isWrong) => (
        <>
          <input
            type={member === 'cutOff' ? 'time' : 'text'}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            list={isZone ? listId : undefined}
            aria-labelledby={labelId}
            aria-describedby={`${helpId} ${problemId}`}
            aria-invalid={isWrong}
            value={draft.text}
            onChange={(event) => draft.type(event.target.value)}
            className={`${INPUT} ${member === 'cutOff' ? '' : 'w-full max-w-60'}`}
          />
          {isZone && <Zones id={listId} isTyping={draft.isDirty} />}
        </>
      )}
    </SettingForm>
  );
}

/** Suggestions only: the server may know other time zones than the browser. */
function Zones({ id, isTyping }: { id: string; isTyping: boolean }) {
  return (
    <datalist id={id}>
      {isTyping && Intl.supportedValuesOf('timeZone').map((zone) => <option key={zone} value={zone} />)}
    </datalist>
  );
}

/** F25b: removes a branch that nothing came for, such as one with a wrong number. */
function RemoveBranch({ number }: { number: number }) {
  const t = useTranslations('settings.branch');
  const router = useRouter();
  const { isBusy, outcome, run } = useChange(useProblemText());
  const remove = () =>
    run(callApi('POST /api/v1/branches/:number/remove', { query: { number } }), () => {
      router.push('/manager/settings');
      // Menus do not contain the branch any more.
      router.refresh();
      return null;
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-t pt-4">
      <p className="max-w-prose text-pretty text-text-quiet">{t('removeHelp')}</p>
      <Button isBusy={isBusy} press={remove}>
        {t('remove')}
      </Button>
      <OutcomeLine outcome={outcome} />
    </div>
  );
}
