'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BranchSettings, ProvisionalBranch, ProvisionalBranches, SettingsOfPlace } from '../../contract/branches';
import { isTimeZone } from '../../domain/business-day';
import { readDayMinute } from '../../lib/time';
import { BranchField } from '../manager/branch-boxes';
import { callApi, readApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { useWhen } from '../time/when';
import { OutcomeLine, ProblemLine, useChange } from '../ui/change';
import { SelectField } from '../ui/form';
import { Button, PageHead, Sheet } from '../ui/sheet';
import { Changes, Toast } from './changes';
import { INPUT, SettingForm, useDraft } from './setting-form';
import { SettingGroups } from './setting-groups';
import { SettingsContext, useProblemText, useSettingsPage } from './settings-context';
import { usePlaceNames } from './use-names';
import { type BranchMember, useSettings } from './use-settings';

const ALL = 'all';

type Props = {
  first: SettingsOfPlace;
  branches: readonly ManagerBranch[];
  /** How many further branches there are. */
  unlisted: number;
  /** For owners. */
  provisional: ProvisionalBranches | null;
  isOwner: boolean;
  /** Server time of rendering, epoch ms. */
  now: number;
};

/** All settings of a scope, editable in place, with an undo. */
export function SettingsScreen({ first, branches: known, unlisted, provisional, isOwner, now }: Props) {
  const t = useTranslations('settings');
  const store = useSettings(first);
  const fresh = store.found.branch;
  // The branch may be renamed while the page is open.
  const branches = known.map((each) => (each.number === fresh?.number ? { ...each, ...calledNow(fresh) } : each));
  const { branchName, courseName } = usePlaceNames(branches);
  const { branch, course } = store.found.at;
  const mayChange = isOwner || branch !== null;
  const lead =
    branch === null
      ? t('lead.everywhere')
      : course === null
        ? t('lead.branch', { branch: branchName(branch) })
        : t('lead.course', { branch: branchName(branch), course: courseName(branch, course) });
  return (
    <SettingsContext value={{ ...store, branches, unlisted, isOwner, mayChange }}>
      <PageHead title={t('title')} lead={lead} />
      <PlaceBar />
      <div className="grid grid-cols-1 gap-6 pb-16">
        {provisional && <ProvisionalPart first={provisional} timeZone={branches[0]?.timeZone ?? 'UTC'} now={now} />}
        {!mayChange && <p className="rounded-xl border border-notice-line bg-notice px-5 py-4">{t('readOnly')}</p>}
        {branches.length === 0 && <p className="text-text-quiet">{t('noBranches')}</p>}
        <SettingGroups />
        {store.found.branch && course === null && <BranchPart branch={store.found.branch} />}
        <Changes now={now} />
      </div>
      <Toast />
    </SettingsContext>
  );
}

function calledNow({ name, timeZone }: BranchSettings): Pick<ManagerBranch, 'name' | 'timeZone'> {
  return { name, timeZone };
}

/** Chooses the scope of the settings below: everything, a branch, or a course of it. */
function PlaceBar() {
  const t = useTranslations('settings.place');
  const { branches, unlisted, found } = useSettingsPage();
  const { branchName, courseName } = usePlaceNames(branches);
  const { go } = useQueryNavigation();
  const { branch, course } = found.at;
  const known = branches.find(({ number }) => number === branch)?.courses.map(({ number }) => number) ?? [];
  const differing = found.settings.flatMap((setting) => setting.differing.flatMap((row) => row.course ?? []));
  const courses = [...new Set([...known, ...differing, ...(course === null ? [] : [course])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <search className="mb-6 flex flex-wrap items-end gap-3">
      <BranchField
        label={t('branch')}
        value={branch === null ? ALL : String(branch)}
        unlisted={unlisted}
        choose={(value) => go({ branch: value, course: null })}
        options={[
          { value: ALL, label: t('everywhere') },
          ...branches.map(({ number }) => ({ value: String(number), label: branchName(number) })),
        ]}
      />
      {branch !== null && (
        <SelectField
          label={t('course')}
          value={course === null ? ALL : String(course)}
          choose={(value) => go({ branch, course: value === ALL ? null : value })}
          options={[
            { value: ALL, label: t('everyCourse') },
            ...courses.map((number) => ({ value: String(number), label: courseName(branch, number) })),
          ]}
        />
      )}
    </search>
  );
}

type ProvisionalPartProps = {
  first: ProvisionalBranches;
  timeZone: string;
  /** Server time of rendering, epoch ms. */
  now: number;
};

type Done = { number: number; is: 'taken' | 'removed' };

/** F25: branch numbers that one order came for. An owner takes them or removes them. */
function ProvisionalPart({ first, timeZone, now }: ProvisionalPartProps) {
  const t = useTranslations('settings.provisional');
  const problemOf = useProblemText();
  const router = useRouter();
  const [found, setFound] = useState(first);
  const [done, setDone] = useState<Done | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (number: number, is: Done['is']) => {
    setBusy(true);
    const step = is === 'taken' ? 'take' : 'remove';
    const replied = await callApi(`POST /api/v1/branches/:number/${step}`, { query: { number } });
    const fresh = await readApi('GET /api/v1/provisional-branches', {});
    if (fresh) setFound(fresh);
    setBusy(false);
    setDone(replied.is === 'done' ? { number, is } : null);
    setProblem(replied.is === 'done' ? null : problemOf(replied));
    // Menus contain the branch from now on.
    if (replied.is === 'done') router.refresh();
  };
  if (found.total === 0 && done === null) return null;
  return (
    <Sheet title={t('title', { count: found.total })} lead={t('lead')}>
      <ul>
        {found.branches.map((branch) => (
          <ProvisionalRow
            key={branch.number}
            branch={branch}
            timeZone={timeZone}
            now={now}
            isBusy={isBusy}
            send={(is) => void send(branch.number, is)}
          />
        ))}
      </ul>
      {found.total > found.branches.length && (
        <p className="mt-3 text-text-quiet">{t('more', { count: found.total - found.branches.length })}</p>
      )}
      <p role="status" className={done ? 'mt-3 font-semibold' : 'sr-only'}>
        {done && t(done.is, { number: String(done.number) })}
      </p>
      <ProblemLine problem={problem} className="mt-3" />
    </Sheet>
  );
}

type ProvisionalRowProps = {
  branch: ProvisionalBranch;
  timeZone: string;
  now: number;
  isBusy: boolean;
  send: (is: Done['is']) => void;
};

function ProvisionalRow({ branch: { number, since }, timeZone, now, isBusy, send }: ProvisionalRowProps) {
  const t = useTranslations('settings.provisional');
  const when = useWhen(timeZone);
  const name = t('branch', { number: String(number) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-t py-3 first:border-t-0">
      <p>
        <span className="font-semibold">{name}</span>{' '}
        <span className="text-text-quiet">{t('since', { when: when(Date.parse(since), now) })}</span>
      </p>
      <p className="flex gap-2">
        <Button isMain isBusy={isBusy} label={`${t('take')} ${name}`} press={() => send('taken')}>
          {t('take')}
        </Button>
        <Button isBusy={isBusy} label={`${t('remove')} ${name}`} press={() => send('removed')}>
          {t('remove')}
        </Button>
      </p>
    </li>
  );
}

const MEMBERS = ['name', 'timeZone', 'cutOff'] as const;

/** Name, time zone and cut-off of a branch, which owners can change. */
function BranchPart({ branch }: { branch: BranchSettings }) {
  const t = useTranslations('settings.branch');
  const { isOwner } = useSettingsPage();
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      {MEMBERS.map((member) => (
        <MemberRow key={member} branch={branch} member={member} />
      ))}
      {isOwner && branch.isUnused && <RemoveBranch number={branch.number} />}
    </Sheet>
  );
}

function MemberRow({ branch, member }: { branch: BranchSettings; member: BranchMember }) {
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
