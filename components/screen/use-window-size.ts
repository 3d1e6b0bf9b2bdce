'use client';

import { useSyncExternalStore } from 'react';

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
