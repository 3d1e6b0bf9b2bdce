'use client';

import { useMemo, useRef } from 'react';
import { isSame } from '../../lib/same';
import { useLive } from '../live/live-context';
import { arrange, type PassRow } from './arrange';
import type { PassOptions } from './pass-options';

const NOTHING: readonly PassRow[] = [];

/** The sorted rows of this pass. An unchanged row stays the same object. */
export function useRows({ sort, kind, tables: range }: PassOptions): readonly PassRow[] {
  const tickets = useLive((view) => view.board?.tickets);
  const tables = useLive((view) => view.board?.tables);
  const before = useRef(NOTHING);
  return useMemo(() => {
    const known = new Map(before.current.map((row) => [row.key, row]));
    const rows = tickets && tables ? arrange(tickets.values(), tables, { sort, kind, tables: range }) : NOTHING;
    before.current = rows.map((row) => {
      const was = known.get(row.key);
      return was && isSame(was, row) ? was : row;
    });
    return before.current;
  }, [tickets, tables, sort, kind, range]);
}
