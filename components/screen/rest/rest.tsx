'use client';

import { type RefObject, useEffect } from 'react';
import { useResting } from './use-resting';

const EVERY_MS = 60_000;
/**
 * Positions around a square of two pixels. Only up and left, because content that leaves on those sides causes no
 * scrolling.
 */
const STEPS = [
  [0, 0],
  [-1, 0],
  [-2, 0],
  [-2, -1],
  [-2, -2],
  [-1, -2],
  [0, -2],
  [0, -1],
] as const;

/**
 * Protects a fixed screen: it drifts against burn-in, and goes dark at rest. A touch ends the rest and reaches the
 * page.
 */
export function Rest({ ground }: { ground: RefObject<HTMLElement | null> }) {
  useDrift(ground);
  const isResting = useResting();
  return (
    <div
      className={`pointer-events-none absolute inset-0 bg-black/85 ${isResting ? '' : 'invisible'}`}
      data-dimmed={isResting}
      aria-hidden="true"
    />
  );
}

/** Moves the whole page by a pixel a minute against burn-in. A translation causes no layout, and no slide animation. */
function useDrift(ground: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const moved = ground.current;
    if (!moved) return;
    let step = 0;
    const timer = setInterval(() => {
      step = (step + 1) % STEPS.length;
      const [x, y] = STEPS[step] ?? STEPS[0];
      moved.style.translate = `${x}px ${y}px`;
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      moved.style.translate = '';
    };
  }, [ground]);
}
