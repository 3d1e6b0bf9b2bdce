'use client';

import { useMemo } from 'react';
import type { Table } from '../../contract/live';
import type { BoardState } from '../live/board-state';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { type Arranged, arrange, countLeft } from './arrange';
import type { WallOptions } from './wall-options';

const NO_TABLES: ReadonlyMap<string, Table> = new Map();

/** The sorted cards of this wall; a new object only if the board changed or a ready card left. */
export function useArranged(board: BoardState | null, options: WallOptions): Arranged {
  const store = useLiveStore();
  const screen = useLive((view) => view.screen?.id ?? null);
  const readyLeavesMinutes = useLive((view) => view.readyLeavesMinutes);
  const readyLeavesMs = readyLeavesMinutes === null ? null : readyLeavesMinutes * 60_000;
  // Most sort orders do not use tables, so a change of tables must not sort again.
  const tables = (byTable(options.sort) && board?.tables) || NO_TABLES;
  const by = { options, screen, readyLeavesMs, tables };
  const left = useAtNow((now) => (board ? countLeft(board.tickets.values(), by, now) : 0), 0);
  const tickets = board?.tickets;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `by` by its parts; when one more has left, the time decides which
  return useMemo(() => {
    const now = store.branchNow();
    return arrange(now === null || !tickets ? [] : tickets.values(), by, now ?? 0);
  }, [tickets, options, screen, readyLeavesMs, tables, left]);
}

function byTable(sort: WallOptions['sort']): boolean {
  return sort === 'food' || sort === 'first';
}
