import { useEffect, useState, useSyncExternalStore } from 'react';
import { listenTo } from '../browser';
import { createWatch, type WatchDeps, type Watched } from './watch';

/** A page's answer from the server, kept fresh for as long as the page is open. `first` is what it was rendered with. */
export function useWatch<Answer>(first: Answer, asking: Omit<WatchDeps<Answer>, 'clocks'>): Watched<Answer> {
  const [watch] = useState(() => createWatch(first, { ...asking, clocks }));
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

function clocks(): { wall: number; steady: number } {
  return { wall: Date.now(), steady: performance.now() };
}
