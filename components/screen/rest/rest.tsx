'use client';

import type { RefObject } from 'react';
import { useDrift } from './use-drift';
import { useResting } from './use-resting';

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
