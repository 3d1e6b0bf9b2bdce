import type { ReactNode } from 'react';

type Props = { title: string; lead?: ReactNode; children?: ReactNode };

/** Title of a manager page, with its actions on the right. */
export function PageHead({ title, lead, children }: Props) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="min-w-0">
        <h1 className="wrap-anywhere font-bold text-3xl leading-tight font-stretch-95% tracking-tight">{title}</h1>
        {lead && <p className="text-text-quiet">{lead}</p>}
      </div>
      {children && <div className="flex flex-wrap items-end gap-2 print:hidden">{children}</div>}
    </header>
  );
}

/** A section of a page on white. */
export function Sheet({ title, lead, children }: { title?: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-xl border border-line bg-sheet p-5 sm:p-6 print:break-inside-avoid">
      {title && <h2 className="font-bold text-lg leading-snug">{title}</h2>}
      {lead && <p className="mb-4 text-text-quiet">{lead}</p>}
      {children}
    </section>
  );
}

/** Style of every button, and of links that look like one. */
export const BUTTON =
  'inline-flex min-h-11 items-center gap-2 rounded-lg border border-line bg-sheet px-4 font-semibold hover:border-text-quiet disabled:opacity-60 aria-disabled:opacity-60';

/** Style of the primary button of a page. */
export const MAIN_BUTTON =
  'inline-flex min-h-11 items-center gap-2 rounded-lg bg-accent px-4 font-semibold text-on-accent hover:underline disabled:opacity-60 aria-disabled:opacity-60 forced-colors:border';
