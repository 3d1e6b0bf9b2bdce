'use client';

import type { RefObject } from 'react';
import css from './rest.module.css';
import { useDrift } from './use-drift';
import { useResting } from './use-resting';

/** Saves a screen that hangs: it drifts against burn-in, and is dark while it rests. A touch goes through, and ends that. */
export function Rest({ ground }: { ground: RefObject<HTMLElement | null> }) {
  useDrift(ground);
  return <div className={css.dimmed} data-dimmed={useResting()} aria-hidden="true" />;
}
