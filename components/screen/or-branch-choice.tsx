'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useLive } from '../live/live-context';
import type { Chosen } from './chosen';
import type { ScreenOptions } from './screen-options';
import { useMoved } from './use-moved';

type Fetched = typeof import('./branch-choice');

/**
 * The page, or a choice of branches if the server refuses the one in the address. Loaded on demand, because most
 * screens never need it.
 */
export function OrBranchChoice<Options extends ScreenOptions>({
  chosen,
  children,
}: {
  chosen: Chosen<Options>;
  children: ReactNode;
}) {
  const isRefused = useLive(({ link }) => link.kind === 'refused' && link.code === 'branch');
  useMoved(chosen.options.kiosk === 'on');
  const [fetched, setFetched] = useState<Fetched | 'failed' | null>(null);
  useEffect(() => {
    // If it cannot be loaded, the page shows its own error.
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
