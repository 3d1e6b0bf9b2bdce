'use client';

import { useMemo } from 'react';
import { useLive } from '../live/live-context';
import { BoardSounds } from '../sound/board-sounds';
import type { WallOptions } from './wall-options';
import { wallSoundRules } from './wall-sounds';

/** Plays the sounds of the tickets that this wall shows. */
export function PlayWallSounds({ options }: { options: WallOptions }) {
  const screen = useLive((view) => view.screen?.id ?? null);
  const rules = useMemo(() => wallSoundRules(options, screen), [options, screen]);
  return <BoardSounds rules={rules} />;
}
