'use client';

import type { RefObject } from 'react';
import css from './rest.module.css';
import { useDrift } from './use-drift';
import { useResting } from './use-resting';

/**
 * Protects a fixed screen: it drifts against burn-in, and goes dark at rest. A touch ends the rest and reaches the
 * page.
 */
export function Rest({ ground }: { ground: RefObject<HTMLElement | null> }) {
  useDrift(ground);
  return <div className={css.dimmed} data-dimmed={useResting()} aria-hidden="true" />;
}
