'use client';

import { useTranslations } from 'use-intl';
import type { PersonList } from '../../contract/people';
import { useWatch } from '../live/use-watch';
import { LinkLine } from '../live-dashboard/link-line';
import type { ManagerBranch } from '../manager/manager-branch';
import { PageHead, Sheet } from '../manager/page-head';
import { clockText } from '../time/clock-text';
import { InvitePerson } from './invite-person';
import { peopleOverHttp } from './people-over-http';
import { PersonRow } from './person-row';

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
    ask: peopleOverHttp,
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
