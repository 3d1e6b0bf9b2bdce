'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PersonLink } from '../../contract/people';
import { Field, INPUT, REQUIRED } from '../form/field';
import { useForm } from '../form/use-form';
import type { ManagerBranch } from '../manager/manager-branch';
import { MAIN_BUTTON, Sheet } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { useMoment } from '../time/use-when';
import { NewLink } from './new-link';
import { invite, type Rights } from './people-over-http';
import { RightsFields } from './rights-fields';
import { rightsOf } from './rights-form';
import { useProblemText } from './use-problem-text';

type Props = { branches: readonly ManagerBranch[]; timeZone: string; now: number };

const USUAL: Rights = { role: 'manager', branches: null };

/** Invites somebody with a link that is shown once. */
export function InvitePerson({ branches, timeZone, now }: Props) {
  const t = useTranslations('people.invite');
  const moment = useMoment(timeZone);
  const problemOf = useProblemText();
  const problems = useTranslations('people.problem');
  const problemId = useId();
  const [rights, setRights] = useState(USUAL);
  const [link, setLink] = useState<PersonLink | null>(null);
  const { onSubmit, isBusy, problem } = useForm(async ({ text }) => {
    const wanted = rightsOf(rights);
    if (wanted.branches?.length === 0) return problems('no-branch');
    const replied = await invite(text('name'), wanted);
    if (replied.is !== 'done') return problemOf(replied);
    setLink(replied.answer);
    setRights(USUAL);
    return null;
  });
  if (link) return <NewLink link={link} until={moment(Date.parse(link.linkUntil), now)} done={() => setLink(null)} />;
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      <form onSubmit={onSubmit} className="grid max-w-xl grid-cols-1 gap-5">
        <Field label={t('name')} describedBy={problemId}>
          {(control) => (
            <input {...control} {...REQUIRED} name="name" maxLength={60} autoComplete="off" className={INPUT} />
          )}
        </Field>
        <RightsFields rights={rights} branches={branches} choose={setRights} />
        <ProblemLine id={problemId} problem={problem} />
        <button type="submit" className={`${MAIN_BUTTON} justify-self-start`} aria-disabled={isBusy}>
          {t('make')}
        </button>
      </form>
    </Sheet>
  );
}
