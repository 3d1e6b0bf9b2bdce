'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GuestVisit, GuestVisits } from '../../contract/guests';
import { Confirm } from '../manager/confirm';
import type { ManagerBranch } from '../manager/manager-branch';
import { MAIN_BUTTON } from '../manager/page-head';
import { useProblemTextOf } from '../manager/problem-text';
import { OutcomeLine, useChange } from '../manager/use-change';
import { eraseGuests, type Known } from './guests-over-http';
import { VisitRow } from './visit-row';

type Props = {
  /** What was searched for. */
  known: Known;
  answer: GuestVisits;
  /** When the answer came, in epoch ms. */
  at: number;
  branches: readonly ManagerBranch[];
};

/** The visits that were found. Their names are erased for the ones that the owner selects, after a confirmation. */
export function VisitList({ known, answer, at, branches }: Props) {
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
    await run(eraseGuests([...chosen], known.name), ({ visits: count, left }) => {
      if (left === 0) setVisits(visits.filter(({ id }) => !chosen.has(id)));
      setChosen(new Set());
      return { text: t('done', { count, left }), undo: null };
    });
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
