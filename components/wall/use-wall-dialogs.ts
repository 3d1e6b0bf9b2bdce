'use client';

import { useCallback, useEffect, useState } from 'react';
import { useLive } from '../live/live-context';
import { useActionState } from '../ticket-actions/ticket-actions-context';
import { useEarlyKey } from './control/use-early-key';
import { type LazyWallParts, useLazyParts } from './use-lazy-parts';
import type { WallOptions } from './wall-options';

export type WallDialogs = {
  open: 'menu' | 'recall' | null;
  openMenu: () => void;
  openRecall: () => void;
  close: () => void;
  /** The parts that load later, the dialogs among them; null until they are there. */
  lazy: LazyWallParts | null;
  /** A part that the user asked for could not be loaded. */
  hasFailed: boolean;
  /** The key that was pressed before the control of the wall had loaded. */
  early: KeyboardEvent | null;
};

/** Which dialog of the wall is open, and the parts that load later. */
export function useWallDialogs({ sound }: WallOptions): WallDialogs {
  const [open, setOpen] = useState<'menu' | 'recall' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const openRecall = useCallback(() => setOpen('recall'), []);
  const openMenu = useCallback(() => setOpen('menu'), []);
  const hasTapped = useActionState(({ notice }) => (notice === null ? 0 : 1)) === 1;
  const early = useEarlyKey();
  const isWanted = hasTapped || open !== null || sound === 'on' || early !== null;
  const isLinked = useLive(({ link }) => link.kind === 'socket' || link.kind === 'http');
  const { parts: lazy, hasFailed } = useLazyParts(isWanted, isLinked);
  // Cancel the pending dialog if its chunk fails to load: it must not open by itself minutes later.
  useEffect(() => {
    if (hasFailed) setOpen(null);
  }, [hasFailed]);
  return { open, openMenu, openRecall, close, lazy, hasFailed, early };
}
