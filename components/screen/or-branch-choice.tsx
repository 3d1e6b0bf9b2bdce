'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useLive } from '../live/live-context';
import type { Chosen } from './chosen';
import type { ScreenOptions } from './screen-choices';

type Fetched = typeof import('./branch-choice');

/** The page, and in place of one whose branch the server refuses the choice among its own. Most screens never need it. */
export function OrBranchChoice<Options extends ScreenOptions>({
  chosen,
  children,
}: {
  chosen: Chosen<Options>;
  children: ReactNode;
}) {
  const isRefused = useLive(({ link }) => link.kind === 'refused' && link.code === 'branch');
  const [fetched, setFetched] = useState<Fetched | 'failed' | null>(null);
  useEffect(() => {
    // Without it the page says itself what is wrong.
    if (isRefused) import('./branch-choice').then(setFetched, () => setFetched('failed'));
  }, [isRefused]);
  if (!isRefused || fetched === 'failed') return children;
  if (fetched === null) return null;
  return (
    <fetched.BranchChoice options={chosen.options} choose={(branch) => chosen.type('branch', String(branch))}>
      {children}
    </fetched.BranchChoice>
  );
}
