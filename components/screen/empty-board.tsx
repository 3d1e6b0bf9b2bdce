import type { ReactNode } from 'react';
import css from './frame.module.css';

/** A board without anything on it says that it is empty and live: it must not look like one that hangs. */
export function EmptyBoard({ children, hint }: { children: ReactNode; hint: string }) {
  return (
    <p className={css.empty}>
      {children}
      <small>{hint}</small>
    </p>
  );
}
