'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PersonLink, PersonList, Rights } from '../../contract/people';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { callApi, readApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { clockText } from '../time/clock-text';
import { useMoment } from '../time/when';
import { ProblemLine } from '../ui/change';
import { Field, INPUT, REQUIRED, useForm } from '../ui/form';
import { PageHead, Sheet, Submit } from '../ui/sheet';
import { NewLink, PersonRow, rightsOf, useProblemText } from './person-row';
import { RightsFields } from './rights-fields';

type InvitePersonProps = { branches: readonly ManagerBranch[]; timeZone: string; now: number };

const USUAL: Rights = { role: 'manager', branches: null };

type Props = {
  initialPeople: PersonList;
  /** The id of the reader. */
  self: string;
  branches: readonly ManagerBranch[];
  timeZone: string;
};

/** Everybody who may sign in, and the way to invite somebody. */
export function PeoplePage({ initialPeople, self, branches, timeZone }: Props) {
  const t = useTranslations('people');
  const { answer, now, silentMs } = useWatch(initialPeople, {
    ask: () => readApi('GET /api/v1/managers', {}),
    timeOf: ({ serverTime }) => Date.parse(serverTime),
  });
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <LinkLine silentMs={silentMs} clock={clockText(Date.parse(answer.serverTime), timeZone, true)} />
      </PageHead>
      <div className="grid grid-cols-1 gap-6">
        <Sheet title={t('list')}>
          <ul>
            {answer.managers.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isSelf={person.id === self}
                branches={branches}
                timeZone={timeZone}
                now={now}
              />
            ))}
          </ul>
        </Sheet>
        <InvitePerson branches={branches} timeZone={timeZone} now={now} />
      </div>
    </>
  );
}

/** Invites somebody with a link that is shown once. */
function InvitePerson({ branches, timeZone, now }: InvitePersonProps) {
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
    const replied = await callApi('POST /api/v1/managers', { body: { name: text('name'), ...wanted } });
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
        <Submit isBusy={isBusy}>{t('make')}</Submit>
      </form>
    </Sheet>
  );
}
