'use client';

import { useCallback, useEffect, useState } from 'react';
import type { Ticket } from '../../../contract/live';
import { tableKey } from '../../../domain/order-table';
import { useLive, useLiveStore } from '../../live/live-context';
import { type VisitsProblem, visitsOverHttp } from './visits-over-http';

export type VisitsState = {
  /** Null before the first answer; the last good one if a later request failed. */
  courses: Ticket[] | null;
  problem: VisitsProblem | null;
  retry: () => void;
};

/** The courses of a table's visits, fetched again when the table changes, but not for every change of the branch. */
export function useVisits(number: string, subNumber: string): VisitsState {
  const branch = useLive((view) => view.board?.branch.number ?? null);
  const epoch = useLive((view) => view.board?.epoch ?? null);
  const version = useLive((view) => view.board?.tables.get(tableKey({ number, subNumber }))?.version ?? null);
  const [tries, setTries] = useState(0);
  const [courses, setCourses] = useState<Ticket[] | null>(null);
  const [problem, setProblem] = useState<VisitsProblem | null>(null);
  const store = useLiveStore();
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const isBack = useLive(({ newsAt }) => problem === 'unreachable' && newsAt !== failedAt);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version, epoch or attempt triggers the request
  useEffect(() => {
    if (branch === null) return;
    let isWanted = true;
    void visitsOverHttp({ branch, number, subNumber }).then((fetched) => {
      if (!isWanted) return;
      if ('courses' in fetched) setCourses(fetched.courses);
      setProblem('problem' in fetched ? fetched.problem : null);
      setFailedAt(store.view().newsAt);
    });
    return () => {
      isWanted = false;
    };
  }, [branch, number, subNumber, epoch, version, tries]);

  // An update after a failure means that the server answers again. The error stays until the request succeeds.
  useEffect(() => {
    if (isBack) setTries((times) => times + 1);
  }, [isBack]);

  const retry = useCallback(() => {
    setProblem(null);
    setTries((times) => times + 1);
  }, []);
  return { courses, problem, retry };
}
