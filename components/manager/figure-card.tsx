import type { ReactNode } from 'react';

type Props = {
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

/** A large figure with its basis. */
export function FigureCard({ label, figure, note, tone = 'plain', isQuiet = false, href }: Props) {
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
