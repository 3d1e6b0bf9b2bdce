'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useTransition } from 'react';
import { addressOf, type Change } from './asked';

/** Where a page is on its way to: who chooses again before it is there has chosen both. */
let onTheWay: { path: string; query: URLSearchParams } | null = null;

/** Changes what a manager's page is asked for. The old page stands until the new one is there. */
export function useGo() {
  const router = useRouter();
  const path = usePathname();
  const query = useSearchParams();
  const [isGoing, start] = useTransition();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what says that it has arrived
  useEffect(() => {
    onTheWay = null;
  }, [path, query]);
  const go = useCallback(
    (change: Change) => {
      const from = onTheWay?.path === path ? onTheWay.query : new URLSearchParams(query);
      const address = addressOf(path, from, change);
      onTheWay = { path, query: new URLSearchParams(address.split('?')[1]) };
      start(() => router.push(address, { scroll: false }));
    },
    [router, path, query],
  );
  return { query: new URLSearchParams(query), path, go, isGoing };
}
