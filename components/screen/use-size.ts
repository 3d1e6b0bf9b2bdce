'use client';

import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

function watchSize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** Size of the page, in CSS pixels. */
export function useWindowSize(): { width: number; height: number } {
  const width = useSyncExternalStore(
    watchSize,
    () => window.innerWidth,
    () => 1920,
  );
  const height = useSyncExternalStore(
    watchSize,
    () => window.innerHeight,
    () => 1080,
  );
  return { width, height };
}

/** Inner size of an element in CSS pixels. */
type ElementSize = { width: number; height: number };

const NOT_MEASURED: ElementSize = { width: 0, height: 0 };

/** Inner size of the element of `place`, measured again when it changes; 0 × 0 before that. */
export function useElementSize<Place extends HTMLElement>(): [size: ElementSize, place: RefObject<Place | null>] {
  const place = useRef<Place>(null);
  const [size, setSize] = useState(NOT_MEASURED);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [size, place];
}
