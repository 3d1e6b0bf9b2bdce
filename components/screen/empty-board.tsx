'use client';

import type { ReactNode } from 'react';
import { EmptySince } from './empty-since';
import css from './frame.module.css';

type Props = {
  /** Says that it is empty. */
  children: ReactNode;
  hint: string | null;
  /** What to do about it. */
  action?: ReactNode;
};

/** A board without anything on it says that it is empty, and live or as of when: it must not look like one that hangs. */
export function EmptyBoard({ children, hint, action }: Props) {
  return (
    <div className={css.empty}>
      <p>
        {children} <span className={css.dot}>· </span>
        <EmptySince />
      </p>
      {hint !== null && <small>{hint}</small>}
      {action}
    </div>
  );
}
