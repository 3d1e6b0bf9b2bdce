import type { ReactNode } from 'react';

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode; className?: string };

/** A part of a report on white: what it is, how to read it, what can be chosen, and the part itself. */
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

/** Of a picture that is drawn for the width that there is. On paper it is as high as that makes it. */
export const CHART_SIZE = 'h-72 w-full print:h-auto';
