'use client';

import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';

type Props = {
  label: string;
  columns: readonly string[];
  /** Called when the table is opened: it may have a thousand rows. */
  rows: () => readonly { key: string; cells: readonly ReactNode[] }[];
};

/** The figures of a chart as a table, for readers who prefer it. */
export function AsTable({ label, columns, rows }: Props) {
  const t = useTranslations('reports');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-4 print:hidden" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 w-max content-center rounded-md text-text-quiet underline underline-offset-4 hover:text-text">
        {t('table')}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className="mt-2 max-h-96 overflow-auto" tabIndex={0} aria-label={label}>
        <table className="w-full text-right">
          <thead className="sticky top-0 bg-sheet text-text-quiet">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="py-1 pl-4 text-right font-normal first:pl-0 first:text-left">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isOpen &&
              rows().map(({ key, cells: [first, ...others] }) => (
                <tr key={key} className="border-line border-t">
                  <th scope="row" className="py-1 text-left font-semibold">
                    {first}
                  </th>
                  {others.map((cell, index) => (
                    <td key={columns[index + 1]} className="py-1 pl-4">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
