'use client';

import type { ReactNode } from 'react';
import { EmptySince } from './empty-since';
import css from './frame.module.css';

/** A board without anything on it says that it is empty, and live or as of when: it must not look like one that hangs. */
export function EmptyBoard({ children, hint }: { children: ReactNode; hint: string }) {
  return (
    <p className={css.empty}>
      <span>
        {children} <span className={css.dot}>· </span>
        <EmptySince />
      </span>
      <small>{hint}</small>
    </p>
  );
}
