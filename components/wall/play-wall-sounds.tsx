'use client';

import { useMemo } from 'react';
import { useLive } from '../live/live-context';
import { BoardSounds } from '../sound/board-sounds';
import type { WallOptions } from './wall-options';
import { listenOn } from './wall-sounds';

/** Plays the sounds of the tickets that this wall shows. */
export function PlayWallSounds({ options }: { options: WallOptions }) {
  const screen = useLive((view) => view.screen?.id ?? null);
  const listen = useMemo(() => listenOn(options, screen), [options, screen]);
  return <BoardSounds listen={listen} />;
}
