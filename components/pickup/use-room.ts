'use client';

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Room } from './fit';

const NO_ROOM: Room = { width: 0, height: 0 };

/** Size of an element, and again whenever it changes. */
export function useRoom(): [room: Room, place: RefObject<HTMLUListElement | null>] {
  const place = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState(NO_ROOM);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const look = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [room, place];
}
