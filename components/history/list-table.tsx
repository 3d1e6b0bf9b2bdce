import type { ReactNode } from 'react';
import { HEAD_CELL } from './cells';

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
