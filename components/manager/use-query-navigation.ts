'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useTransition } from 'react';
import { addressOf, type Change } from './page-query';

/** Address that is being loaded: a second change before it arrives applies to it, so that both take effect. */
let onTheWay: { path: string; query: URLSearchParams } | null = null;

/** Changes the query of a manager page. The old page stays until the new one has loaded. */
export function useQueryNavigation() {
  const router = useRouter();
  const path = usePathname();
  const query = useSearchParams();
  const [isGoing, start] = useTransition();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address means that the page has loaded
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
