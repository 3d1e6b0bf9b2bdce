'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GuestSearch, GuestVisit, GuestVisits } from '../../contract/guests';
import { callApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { useMoment } from '../time/when';
import { Confirm, OutcomeLine, useChange, useProblemTextOf } from '../ui/change';
import { MAIN_BUTTON } from '../ui/sheet';

type VisitRowProps = {
  visit: GuestVisit;
  branches: readonly ManagerBranch[];
  now: number;
  isChosen: boolean;
  toggle: () => void;
};

type VisitListProps = {
  /** What was searched for. */
  known: GuestSearch;
  answer: GuestVisits;
  /** When the answer came, in epoch ms. */
  at: number;
  branches: readonly ManagerBranch[];
};

/** The visits that were found. Their names are erased for the ones that the owner selects, after a confirmation. */
export function VisitList({ known, answer, at, branches }: VisitListProps) {
  const t = useTranslations('guests');
  const [visits, setVisits] = useState(answer.visits);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, outcome, run } = useChange(useProblemTextOf((key) => t(key)));
  const toggle = ({ id }: GuestVisit) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
    // What was confirmed was another choice.
    setIsConfirming(false);
  };
  const erase = async () => {
    await run(
      callApi('POST /api/v1/guests/erase', { body: { visits: [...chosen], name: known.name ?? null } }),
      ({ visits: count, left }) => {
        if (left === 0) setVisits(visits.filter(({ id }) => !chosen.has(id)));
        setChosen(new Set());
        return { text: t('done', { count, left }), undo: null };
      },
    );
    setIsConfirming(false);
  };
  return (
    <>
      {visits.length === 0 && outcome === null && <p className="text-text-quiet">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {visits.map((visit) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            branches={branches}
            now={at}
            isChosen={chosen.has(visit.id)}
            toggle={() => toggle(visit)}
          />
        ))}
      </ul>
      {answer.hasMore && <p className="mt-3 text-text-quiet">{t('more')}</p>}
      {visits.length > 0 && (
        <div className="mt-5">
          {isConfirming ? (
            <Confirm
              lead={t('sure', { count: chosen.size })}
              now={t('now')}
              keep={t('keep')}
              isBusy={isBusy}
              confirm={() => void erase()}
              cancel={() => setIsConfirming(false)}
            />
          ) : (
            chosen.size > 0 && (
              <button type="button" className={MAIN_BUTTON} onClick={() => setIsConfirming(true)}>
                {t('erase', { count: chosen.size })}
              </button>
            )
          )}
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </>
  );
}

/** A visit with a box to choose it. One that is not over cannot be chosen. */
function VisitRow({ visit, branches, now, isChosen, toggle }: VisitRowProps) {
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
