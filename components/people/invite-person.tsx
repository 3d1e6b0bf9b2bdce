'use client';

import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PersonLink } from '../../contract/people';
import type { ManagerBranch } from '../manager/manager-branch';
import { MAIN_BUTTON, Sheet } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { useMoment } from '../time/use-when';
import { NewLink } from './new-link';
import { invite, type Rights } from './people-over-http';
import { RightsFields } from './rights-fields';
import { useProblemText } from './use-problem-text';

type Props = { branches: readonly ManagerBranch[]; timeZone: string; now: number };

const USUAL: Rights = { role: 'manager', branches: null };

/** Invites somebody with a link that is shown once. */
export function InvitePerson({ branches, timeZone, now }: Props) {
  const t = useTranslations('people.invite');
  const moment = useMoment(timeZone);
  const problemOf = useProblemText();
  const id = useId();
  const [rights, setRights] = useState(USUAL);
  const [link, setLink] = useState<PersonLink | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const replied = await invite(String(new FormData(event.currentTarget).get('name') ?? ''), rights);
    setIsBusy(false);
    setProblem(replied.is === 'done' ? null : problemOf(replied));
    if (replied.is !== 'done') return;
    setLink(replied.answer);
    setRights(USUAL);
  };
  if (link) return <NewLink link={link} until={moment(Date.parse(link.linkUntil), now)} done={() => setLink(null)} />;
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      <form onSubmit={(event) => void onSubmit(event)} className="grid max-w-xl gap-5">
        <p className="grid gap-1.5">
          <label htmlFor={`${id}-name`} className="font-semibold">
            {t('name')}
          </label>
          <input
            id={`${id}-name`}
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            aria-describedby={`${id}-problem`}
            className="min-h-12 w-full rounded-lg border border-text-quiet bg-sheet px-3.5"
          />
        </p>
        <RightsFields rights={rights} branches={branches} choose={setRights} />
        <ProblemLine id={`${id}-problem`} problem={problem} />
        <button type="submit" className={`${MAIN_BUTTON} justify-self-start`} aria-disabled={isBusy}>
          {t('make')}
        </button>
      </form>
    </Sheet>
  );
}
