'use client';

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { listenTo } from '../browser';
import { onTick } from '../clock';
import { useLiveStore } from './live-context';
import { afterLook, isAwake, type Watch } from './sleep';

/** Whether there is data from after the page last woke up: a tablet from a drawer must not show last week. */
export function useAwake(): boolean {
  const store = useLiveStore();
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    let watch: Watch = { lookedAt: Date.now(), staleNews: undefined };
    const look = () => {
      watch = afterLook(watch, Date.now(), store.view().newsAt);
      if (isAwake(watch)) setAwake(true);
      // Before any other component reads the board: sounds must not be played for an old one.
      else flushSync(() => setAwake(false));
    };
    const stops = [onTick(look), store.subscribe(look), listenTo(document, ['visibilitychange', 'resume'], look)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store]);
  return awake;
}
