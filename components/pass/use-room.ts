'use client';

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Room } from './fit';

/** Size of an element of the page, measured again when it changes; null before the first measurement. */
export function useRoom(): [room: Room | null, place: RefObject<HTMLDivElement | null>] {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const look = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setRoom((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [room, place];
}
