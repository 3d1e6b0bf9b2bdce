'use client';

import css from './control.module.css';
import { useResting } from './use-resting';

/** The night over a wall that rests. A touch goes through it, and ends it. */
export function Dimmed() {
  return <div className={css.dimmed} data-dimmed={useResting()} aria-hidden="true" />;
}
