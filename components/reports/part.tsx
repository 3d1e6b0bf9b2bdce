import type { ReactNode } from 'react';

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
