'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PersonLink } from '../../contract/people';
import { Confirm } from '../manager/confirm';
import type { Replied } from '../manager/fetch-as-manager';
import { BUTTON } from '../manager/page-head';
import { StepButton } from '../manager/step-button';
import { type ChangeResult, OutcomeLine, useChange } from '../manager/use-change';
import { useMoment } from '../time/use-when';
import { NewLink } from './new-link';
import { changeRights, removePerson, resetPassword, signOut } from './people-over-http';
import { type PersonProps, PersonSummary } from './person-summary';
import { RightsForm, rightsOf } from './rights-form';
import { useProblemText } from './use-problem-text';

type Step = 'rights' | 'reset' | 'remove';

/** Somebody who may sign in, and what an owner can do about them. */
export function PersonRow({ person, isSelf, branches, timeZone, now }: PersonProps) {
  const t = useTranslations('people.row');
  const moment = useMoment(timeZone);
  const [open, setOpen] = useState<Step | null>(null);
  const [link, setLink] = useState<PersonLink | null>(null);
  const { isBusy, outcome, run } = useChange(useProblemText());
  const { id, sessions } = person;
  const close = () => setOpen(null);
  const runAndClose = async <Answer,>(
    request: Promise<Replied<Answer>>,
    done: (answer: Answer) => ChangeResult | null,
  ) => {
    if (await run(request, done)) close();
  };
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <PersonSummary person={person} isSelf={isSelf} branches={branches} timeZone={timeZone} now={now} />
        <PersonButtons
          hasSessions={sessions > 0}
          isSelf={isSelf}
          open={open}
          setOpen={setOpen}
          isBusy={isBusy}
          signOut={() => void run(signOut(id), () => ({ text: t('signedOut'), undo: null }))}
        />
      </div>
      <div className="mt-2 grid gap-3 empty:hidden">
        {link && <NewLink link={link} until={moment(Date.parse(link.linkUntil), now)} done={() => setLink(null)} />}
        {open === 'rights' && (
          <RightsForm
            start={person}
            branches={branches}
            isBusy={isBusy}
            cancel={close}
            save={(to) =>
              void runAndClose(changeRights(id, to), () => ({
                text: t('changed'),
                undo: () => void run(changeRights(id, rightsOf(person)), () => ({ text: t('undone'), undo: null })),
              }))
            }
          />
        )}
        {(open === 'reset' || open === 'remove') && (
          <Confirm
            lead={t(`${open}Lead`, { name: person.name })}
            now={t(`${open}Now`)}
            keep={t('keep')}
            isBusy={isBusy}
            cancel={close}
            confirm={() =>
              void (open === 'remove'
                ? runAndClose(removePerson(id), () => null)
                : runAndClose(resetPassword(id), (made) => {
                    setLink(made);
                    return null;
                  }))
            }
          />
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </li>
  );
}

type ButtonsProps = {
  hasSessions: boolean;
  isSelf: boolean;
  open: Step | null;
  setOpen: (step: Step | null) => void;
  isBusy: boolean;
  signOut: () => void;
};

function PersonButtons({ hasSessions, isSelf, open, setOpen, isBusy, signOut }: ButtonsProps) {
  const t = useTranslations('people.row');
  const step = { open, setOpen };
  return (
    <div className="flex flex-wrap gap-2">
      <StepButton step="rights" {...step}>
        {t('change')}
      </StepButton>
      {!isSelf && (
        <StepButton step="reset" {...step}>
          {t('reset')}
        </StepButton>
      )}
      {hasSessions && !isSelf && (
        <button type="button" className={`${BUTTON} px-3.5`} aria-disabled={isBusy} onClick={() => isBusy || signOut()}>
          {t('signOut')}
        </button>
      )}
      <StepButton step="remove" {...step}>
        {t('remove')}
      </StepButton>
    </div>
  );
}
