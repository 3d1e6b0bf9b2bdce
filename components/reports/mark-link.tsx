'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { useArrows } from './use-arrows';

type Props = {
  /** Null if no page shows exactly these courses. */
  href: string | null;
  label: string;
  mark: ReturnType<ReturnType<typeof useArrows>['markProps']>;
  children: ReactNode;
};

/**
 * A mark of a chart (SVG) that links to its courses. Its label is for screen readers and tooltips; without a link the
 * table of the chart has the same figure.
 */
export function MarkLink({ href, label, mark, children }: Props) {
  const inside = (
    <>
      <title>{label}</title>
      {children}
    </>
  );
  return href === null ? (
    <g>{inside}</g>
  ) : (
    <Link prefetch={false} href={href} aria-label={label} {...mark}>
      {inside}
    </Link>
  );
}
