import type { ReactNode } from 'react';
import { PageLink } from '../page-link';
import { BUTTON } from '../ui/sheet';

type Way = { href: string; label: string } | null;

/** Styles of list cells. */
const HEAD_CELL = 'px-2 py-2 text-left align-bottom font-semibold text-sm text-text-quiet';
export const CELL = 'px-2 py-2 align-top';
export const NUMBER_CELL = `${CELL} text-right tabular-nums whitespace-nowrap`;
/** A row that is covered by its link. */
export const ROW = 'relative border-line border-b hover:bg-shade print:break-inside-avoid';

/** A column: its name, and the classes of its width, its alignment and when it is hidden. */
type Column = { name: string; className: string };

type Props = {
  /** How many rows were found. Read aloud when it changes. */
  summary: string;
  columns: readonly Column[];
  /** One or more `tbody`. */
  children: ReactNode;
};

/** Table of courses or tables on the history page. */
export function ListTable({ summary, columns, children }: Props) {
  return (
    <>
      <p className="mb-2 text-text-quiet" role="status">
        {summary}
      </p>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{summary}</caption>
        <thead>
          <tr className="border-line border-b">
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={`${HEAD_CELL} ${className}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </>
  );
}

/** Links to the next page of a list and back to its start. */
export function Pages({ back, next }: { back: Way; next: Way }) {
  if (!back && !next) return null;
  return (
    <div className="mt-6 flex flex-wrap gap-2 print:hidden">
      {back && (
        <PageLink className={BUTTON} href={back.href}>
          {back.label}
        </PageLink>
      )}
      {next && (
        <PageLink className={BUTTON} href={next.href}>
          {next.label}
        </PageLink>
      )}
    </div>
  );
}
