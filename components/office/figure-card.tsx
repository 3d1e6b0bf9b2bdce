import type { ReactNode } from 'react';

type Props = {
  label: string;
  figure: string;
  /** What it rests on, or what it is compared with. */
  note?: ReactNode;
  /** Whether the note tells trouble, or that it went well. */
  tone?: 'trouble' | 'good' | 'plain';
  href?: string;
};

const TONES = { trouble: 'font-semibold text-trouble', good: 'font-semibold text-accent', plain: 'text-text-quiet' };

/** One large figure with what it rests on. */
export function FigureCard({ label, figure, note, tone = 'plain', href }: Props) {
  const inside = (
    <>
      <span className="block font-semibold text-sm text-text-quiet">{label}</span>
      <span className="block font-bold text-4xl leading-tight font-stretch-90% tabular-nums tracking-tight">
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
