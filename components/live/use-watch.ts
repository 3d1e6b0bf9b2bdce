import { useEffect, useState, useSyncExternalStore } from 'react';
import { listenTo } from '../browser';
import { createWatch, type Watch, type WatchDeps, type Watched } from './watch';

/**
 * Keeps a page's server data fresh while the page is open. `first` is the data that it was rendered with; `take` shows
 * the answer of a command.
 */
export function useWatch<Answer>(
  first: Answer,
  asking: Omit<WatchDeps<Answer>, 'clocks'>,
): Watched<Answer> & Pick<Watch<Answer>, 'take'> {
  const [watch] = useState(() => createWatch(first, { ...asking, clocks }));
  useEffect(() => {
    // A tab that was hidden, or a device that slept, must not show old data when somebody looks at it again.
    const look = () => watch.askNow();
    const releases = [
      listenTo(document, ['visibilitychange'], look),
      listenTo(window, ['online', 'pageshow', 'focus'], look),
    ];
    return () => {
      for (const release of releases) release();
    };
  }, [watch]);
  return { ...useSyncExternalStore(watch.subscribe, watch.current, watch.first), take: watch.take };
}

function clocks(): { wall: number; steady: number } {
  return { wall: Date.now(), steady: performance.now() };
}
