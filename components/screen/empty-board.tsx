'use client';

import type { ReactNode } from 'react';
import { EmptySince } from './empty-since';
import css from './frame.module.css';

type Props = {
  /** Text that says that the board is empty. */
  children: ReactNode;
  hint: string | null;
  /** A button that helps, such as one that clears the filters. */
  action?: ReactNode;
};

/** An empty board says that it is empty, and live or as of when, so that it does not look frozen. */
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
