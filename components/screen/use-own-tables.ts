'use client';

import { useEffect } from 'react';
import { localDevice, pageSession } from '../device-storage';
import { useLive } from '../live/live-context';
import type { Chosen } from './chosen';
import type { ScreenOptions } from './screen-options';

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
