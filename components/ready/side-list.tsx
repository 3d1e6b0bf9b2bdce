import type { ReactNode } from 'react';

/** A box of one course in a list beside the rows. */
export const SIDE_LINE =
  'flex min-h-[3.2em] min-w-0 items-center gap-9 rounded-[0.7em] border border-line px-9 py-3 on-sheet';

/** The title of a part of the page. */
export const HEADING = 'px-2.5 font-bold text-[0.75em] text-quiet uppercase leading-[1.5] tracking-[0.03em]';

/** A list beside the rows, with its title. An empty one is left out where it would be below them. */
export function SideList({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <section className={isEmpty ? '@max-[56em]:hidden' : undefined} aria-label={title}>
      <p className={`mb-5 ${HEADING}`} aria-hidden="true">
        {title}
      </p>
      {children}
    </section>
  );
}
