'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useTransition } from 'react';
import { addressOf, type Change } from './asked';

/** Changes what a manager's page is asked for. The old page stands until the new one is there. */
export function useGo() {
  const router = useRouter();
  const path = usePathname();
  const query = useSearchParams();
  const [isGoing, start] = useTransition();
  const go = useCallback(
    (change: Change) =>
      start(() => router.push(addressOf(path, new URLSearchParams(query), change), { scroll: false })),
    [router, path, query],
  );
  return { query: new URLSearchParams(query), path, go, isGoing };
}
