'use client';

import type { ReactNode } from 'react';
import { EmptySince } from './empty-since';

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
    <div className="grid min-h-full place-content-center gap-3 text-balance p-10 text-center text-[1.25em] tabular-nums">
      <p className="max-handheld:*:last:block">
        {children} <span className="max-handheld:hidden">· </span>
        <EmptySince />
      </p>
      {hint !== null && <small className="text-[0.8em] text-quiet">{hint}</small>}
      {action}
    </div>
  );
}
