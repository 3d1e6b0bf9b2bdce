'use client';

import { useEffect, useRef } from 'react';
import { localDevice, pageSession } from '../device-storage';
import { useLive } from '../live/live-context';
import type { PageView } from '../pairing/screen-pages';
import type { Chosen, ScreenOptions } from './screen-options';

/** Parameters that carry over to another page; others have a different meaning there, or none. */
const KEPT = ['branch', 'lang', 'theme', 'palette', 'sound', 'volume'];

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

const STORED_AS = 'heatlamp-choices-';

function nameOf(branch: number, view: PageView): string {
  return `${STORED_AS}${branch}-${view}`;
}

/** The branch of this page when its address named none. */
const STORED = 'heatlamp-branch';

/**
 * Drops the tables of the address when a manager has moved the screen to another branch, also while the page was away:
 * they are numbers of the former branch. For an address that names no branch; one that does is refused (`useMoved`).
 */
export function useOwnTables<Options extends ScreenOptions>({ options, choose }: Chosen<Options>): void {
  const branch = useLive(({ board }) => board && String(board.branch.number));
  useEffect(() => {
    if (branch === null || options.branch !== null) return;
    // Each page that is open notices the move itself; one that is opened later compares with the last of them.
    const former = pageSession.get(STORED) ?? localDevice.get(STORED) ?? branch;
    for (const storage of [pageSession, localDevice]) storage.set(STORED, branch);
    // Each page has some of them, and takes no others.
    if (former !== branch) choose({ tables: [], mine: [] } as unknown as Partial<Options>);
  }, [branch, options, choose]);
}
