import type { ReactNode } from 'react';

type FigureCardProps = {
  label: string;
  figure: string;
  /** The basis of the figure, or its comparison. */
  note?: ReactNode;
  /** Colour of the note: trouble or improvement. */
  tone?: 'trouble' | 'good' | 'plain';
  /** Whether the figure says little; the note has the reason. */
  isQuiet?: boolean;
  href?: string;
};

const TONES = { trouble: 'font-semibold text-trouble', good: 'font-semibold text-accent', plain: 'text-text-quiet' };

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

/** Shown where a page has nothing to show: what is missing, and, as `children`, why or what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-xl border border-line border-dashed px-6 py-12 text-center">
      <p className="font-bold text-xl">{title}</p>
      {children && <div className="mx-auto mt-1 max-w-prose text-pretty text-text-quiet">{children}</div>}
    </div>
  );
}

/** A large figure with its basis. */
export function FigureCard({ label, figure, note, tone = 'plain', isQuiet = false, href }: FigureCardProps) {
  const inside = (
    <>
      <span className="block font-semibold text-sm text-text-quiet">{label}</span>
      <span
        className={`block font-bold text-4xl leading-tight font-stretch-90% tabular-nums tracking-tight ${isQuiet ? 'text-text-quiet' : ''}`}
      >
        {figure}
      </span>
      {note && <span className={`block ${TONES[tone]}`}>{note}</span>}
    </>
  );
  const look = 'block rounded-xl border border-line bg-sheet px-5 py-4 print:break-inside-avoid';
  return href ? (
    <a href={href} className={`${look} hover:border-text-quiet`}>
      {inside}
    </a>
  ) : (
    <div className={look}>{inside}</div>
  );
}

type ButtonProps = {
  isMain?: boolean;
  /** While it is busy it keeps the focus, and does nothing. */
  isBusy?: boolean;
  className?: string;
  label?: string;
  press: () => unknown;
  children: ReactNode;
};

/** A button that does something. */
export function Button({ isMain = false, isBusy = false, className = '', label, press, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${isMain ? MAIN_BUTTON : BUTTON} ${className}`}
      aria-label={label}
      aria-disabled={isBusy}
      onClick={() => isBusy || void press()}
    >
      {children}
    </button>
  );
}

/** The button that sends a form. */
export function Submit({ isBusy, className = '', children }: Omit<ButtonProps, 'isMain' | 'label' | 'press'>) {
  return (
    <button type="submit" className={`${MAIN_BUTTON} justify-self-start ${className}`} aria-disabled={isBusy}>
      {children}
    </button>
  );
}
