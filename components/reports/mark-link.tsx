'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { useArrows } from './use-arrows';

type Props = {
  /** Null where nothing shows just these courses. */
  href: string | null;
  label: string;
  mark: ReturnType<ReturnType<typeof useArrows>['markProps']>;
  children: ReactNode;
};

/**
 * A mark of a picture (SVG) that leads to its courses. Its label says what it shows, to ears and to a mouse that rests;
 * one that leads nowhere stands in the table behind the picture.
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
