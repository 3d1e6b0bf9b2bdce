'use client';

import { useEffect, useRef } from 'react';
import { pageSession } from '../device-storage';
import { useLive } from '../live/live-context';
import type { PageView } from '../pairing/screen-pages';

/** Parameters that carry over to another page; others have a different meaning there, or none. */
const KEPT = ['branch', 'lang', 'theme', 'palette', 'sound', 'volume'];

const STORED_AS = 'heatlamp-choices-';

/**
 * Returns the query for each page: the parameters that carry over from this one, and the options of its last visit on
 * this device for the same branch. A waiter who looks at the pass returns to the same tables.
 */
export function useSearches(page: PageView, search: string): (view: PageView) => string {
  const branch = useLive(({ board }) => board?.branch.number ?? null);
  const stored = useRef<string>(null);
  useEffect(() => {
    // A query that was kept before a manager moved the screen is for the former branch.
    if (branch === null || stored.current === search) return;
    stored.current = search;
    // A device without storage starts with the defaults there.
    pageSession.set(nameOf(branch, page), search);
  }, [branch, page, search]);
  return (view) => {
    const own = view === page ? search : branch === null ? '' : (pageSession.get(nameOf(branch, view)) ?? '');
    const here = new URLSearchParams(search);
    // The default theme of a page is not in its address, and another page may have another one.
    const isKept = ([name]: [string, string]) => KEPT.includes(name) && (name !== 'theme' || here.has(name));
    const query = new URLSearchParams([
      ...[...here].filter(isKept),
      ...[...new URLSearchParams(own)].filter((one) => !isKept(one)),
    ]);
    return query.size > 0 ? `?${query}` : '';
  };
}

function nameOf(branch: number, view: PageView): string {
  return `${STORED_AS}${branch}-${view}`;
}
