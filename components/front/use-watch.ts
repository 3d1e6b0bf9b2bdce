import { useEffect, useState, useSyncExternalStore } from 'react';
import { listenTo } from '../browser';
import { type Answer, isAnswer } from './answer';
import { createWatch, type Watched } from './watch';

const PATIENCE_MS = 4_000;

/** The server's answer, kept fresh for as long as the page is open. */
export function useWatch(first: Answer): Watched {
  const [watch] = useState(() => createWatch(first, { ask, clocks }));
  useEffect(() => {
    // A tab that was hidden, a device that slept or was unplugged: the next look must not be an old answer's.
    const look = () => watch.askNow();
    const releases = [
      listenTo(document, ['visibilitychange'], look),
      listenTo(window, ['online', 'pageshow', 'focus'], look),
    ];
    return () => {
      for (const release of releases) release();
    };
  }, [watch]);
  return useSyncExternalStore(watch.subscribe, watch.current, watch.first);
}

async function ask(): Promise<Answer | null> {
  try {
    const response = await fetch('/overview', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    const said: unknown = response.ok ? await response.json() : null;
    return isAnswer(said) ? said : null;
  } catch {
    return null;
  }
}

function clocks(): { wall: number; steady: number } {
  return { wall: Date.now(), steady: performance.now() };
}
