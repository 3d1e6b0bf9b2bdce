'use client';

import { useTranslations } from 'use-intl';
import type { Person } from '../../contract/people';
import { useBranchName } from '../manager/branch-boxes';
import type { ManagerBranch } from '../manager/manager-branch';
import { toMs } from '../time/to-ms';
import { useMoment, useWhen } from '../time/use-when';

export type PersonProps = {
  person: Person;
  /** Whether it is the reader. */
  isSelf: boolean;
  branches: readonly ManagerBranch[];
  timeZone: string;
  now: number;
};

/** Who somebody is, what they may see, and whether and where they are signed in. */
export function PersonSummary({ person, isSelf, branches, timeZone, now }: PersonProps) {
  const t = useTranslations('people.row');
  const form = useTranslations('people.form');
  const when = useWhen(timeZone);
  const moment = useMoment(timeZone);
  const nameOf = useBranchName(branches);
  const { name, role, lastSignInAt, sessions, secondFactor, linkUntil } = person;
  const where = person.branches === null ? form('allBranches') : person.branches.map(nameOf).join(', ');
  const signIns = [
    lastSignInAt === null ? t('never') : t('lastSignIn', { when: when(Date.parse(lastSignInAt), now) }),
    t('sessions', { count: sessions }),
    t(secondFactor ? 'secondFactor' : 'noSecondFactor'),
  ].join(' · ');
  const untilMs = toMs(linkUntil);
  const isEnded = untilMs !== null && untilMs <= now;
  return (
    <div className="min-w-0 flex-1 basis-80">
      <h3 className="wrap-anywhere font-bold text-lg leading-snug">
        {name}
        {isSelf && <span className="font-normal text-text-quiet"> ({t('self')})</span>}
      </h3>
      <p className="text-text-quiet">
        {form(`roles.${role}.name`)} · {where}
      </p>
      <p className={isEnded ? 'font-semibold' : ''}>
        {untilMs === null ? signIns : isEnded ? t('linkEnded') : t('invited', { until: moment(untilMs, now) })}
      </p>
    </div>
  );
}
