'use client';

import { useTranslations } from 'use-intl';
import type { GuestVisit } from '../../contract/guests';
import type { ManagerBranch } from '../manager/manager-branch';
import { useMoment } from '../time/use-when';

type Props = {
  visit: GuestVisit;
  branches: readonly ManagerBranch[];
  now: number;
  isChosen: boolean;
  toggle: () => void;
};

/** A visit with a box to choose it. One that is not over cannot be chosen. */
export function VisitRow({ visit, branches, now, isChosen, toggle }: Props) {
  const t = useTranslations('guests');
  const branch = branches.find(({ number }) => number === visit.branch);
  const moment = useMoment(branch?.timeZone ?? 'UTC');
  const { table, guests, courses, isOpen } = visit;
  const name = visit.name ?? t('noName');
  const place = table ? t('tableNumber', { number: table.number }) : t('counter');
  const when = moment(Date.parse(visit.beganAt), now);
  return (
    <li>
      <label className={`flex min-h-14 items-center gap-4 py-2 ${isOpen ? 'text-text-quiet' : ''}`}>
        <input
          type="checkbox"
          className="size-5 flex-none accent-accent"
          checked={isChosen}
          disabled={isOpen}
          onChange={toggle}
        />
        <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[2fr_1fr_1.5fr_1.5fr]">
          <b className="wrap-anywhere font-semibold">{name}</b>
          <span>{place}</span>
          <span>{when}</span>
          <span className="text-text-quiet">
            {[
              branches.length > 1 ? (branch?.name ?? String(visit.branch)) : null,
              guests === null ? null : t('guests', { count: guests }),
              t('courses', { count: courses }),
              isOpen ? t('open') : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </label>
    </li>
  );
}
