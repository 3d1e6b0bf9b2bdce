'use client';

import { useMemo } from 'react';
import { useLive } from '../live/live-context';
import { hasTable } from '../screen/my-tables';
import type { TableList } from '../screen/table-list';
import type { Waiter } from './arrange';

/** The waiter who carries this screen, by the tables in its address. */
export function useWaiter(tables: TableList): Waiter {
  const screen = useLive((view) => view.screen?.id ?? null);
  const named = tables.join();
  return useMemo(() => {
    const mine = named === '' ? [] : named.split(',');
    return { hasTables: mine.length > 0, isMyTable: hasTable(mine), screen };
  }, [named, screen]);
}
