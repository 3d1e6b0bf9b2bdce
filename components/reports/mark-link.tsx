'use client';

import type { ReactNode } from 'react';
import { PageLink } from '../page-link';
import type { useArrows } from './use-arrows';

type Props = {
  /** Null if no page shows exactly these courses. */
  href: string | null;
  label: string;
  mark: ReturnType<ReturnType<typeof useArrows>['markProps']>;
  children: ReactNode;
};

/** The outline of the mark that has the focus or the pointer. */
export const MARK_EDGE =
  'group-hover:stroke-2 group-hover:stroke-text group-focus-visible:stroke-2 group-focus-visible:stroke-text';

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
    <PageLink className="group focus-visible:outline-none" href={href} aria-label={label} {...mark}>
      {inside}
    </PageLink>
  );
}
