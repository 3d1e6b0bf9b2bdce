'use client';

import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageLink } from '../page-link';
import type { useArrows } from './use-arrows';

type AsTableProps = {
  label: string;
  columns: readonly string[];
  /** Called when the table is opened: it may have a thousand rows. */
  rows: () => readonly { key: string; cells: readonly ReactNode[] }[];
};

type MarkLinkProps = {
  /** Null if no page shows exactly these courses. */
  href: string | null;
  label: string;
  mark: ReturnType<ReturnType<typeof useArrows>['markProps']>;
  children: ReactNode;
};

/** The outline of the mark that has the focus or the pointer. */
export const MARK_EDGE =
  'group-hover:stroke-2 group-hover:stroke-text group-focus-visible:stroke-2 group-focus-visible:stroke-text';

type Choice = { value: string; label: string; href: string };

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode; className?: string };

/** A section of a report: title, explanation, options and contents. */
export function Part({ title, lead, actions, children, className = '' }: Props) {
  return (
    <section
      className={`min-w-0 rounded-xl border border-line bg-sheet p-4 sm:p-6 print:break-inside-avoid print:p-4 ${className}`}
    >
      <header className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="wrap-anywhere font-bold text-lg leading-snug">{title}</h2>
          {lead && <p className="max-w-prose text-text-quiet">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** Classes of the box around a chart. On paper it takes the width of its section. */
export const CHART = 'w-full min-w-0 [print-color-adjust:exact] print:[&_svg]:h-auto print:[&_svg]:w-full';

/** Classes of a chart that is drawn at the available width. On paper its height follows from its width. */
export const CHART_SIZE = 'h-72 w-full print:h-auto';

/** A choice whose few values are all visible; each is a link. */
export function ChoiceLinks({ label, value, choices }: { label: string; value: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap rounded-lg border border-line bg-shade p-1">
        {choices.map((choice) => {
          const isHere = choice.value === value;
          return (
            <li key={choice.value}>
              <PageLink
                href={choice.href}
                scroll={false}
                aria-current={isHere ? 'true' : undefined}
                className={`block whitespace-nowrap rounded-md px-3 py-1.5 ${
                  isHere ? 'bg-sheet font-semibold shadow-sm' : 'text-text-quiet hover:text-text'
                }`}
              >
                {choice.label}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/**
 * A mark of a chart (SVG) that links to its courses. Its label is for screen readers and tooltips; without a link the
 * table of the chart has the same figure.
 */
export function MarkLink({ href, label, mark, children }: MarkLinkProps) {
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

/** Text that links to its courses, or plain text without a link. */
export function CoursesLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <PageLink href={href} className="underline underline-offset-4 print:no-underline">
      {children}
    </PageLink>
  );
}

/** The figures of a chart as a table, for readers who prefer it. */
export function AsTable({ label, columns, rows }: AsTableProps) {
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
