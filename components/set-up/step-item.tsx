'use client';

import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';

type StepItemProps = {
  number: number;
  title: string;
  /** What is set, in a line; null while nothing is. */
  summary: string | null;
  mark: 'done' | 'now' | 'later';
  isOpen: boolean;
  toggle: () => void;
  children: () => ReactNode;
};

const LOOKS = {
  done: 'bg-accent text-on-accent',
  now: 'border-2 border-accent text-accent',
  later: 'border border-line text-text-quiet',
};

/** A step: its mark, its title, and what it is about while it is open. */
export function StepItem({ number, title, summary, mark, isOpen, toggle, children }: StepItemProps) {
  const t = useTranslations('setUp.marks');
  const id = useId();
  return (
    <li
      aria-current={mark === 'now' ? 'step' : undefined}
      className={`rounded-xl border bg-sheet ${mark === 'now' ? 'border-accent' : 'border-line'}`}
    >
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className="flex min-h-14 w-full items-center gap-3.5 rounded-xl px-4 py-2.5 text-left sm:px-6"
        >
          <span
            className={`flex h-8 w-8 shrink-0 items-center justify-center rounded-full font-bold tabular-nums ${LOOKS[mark]}`}
          >
            <span className="sr-only">{t(mark)}</span>
            {mark === 'done' ? <Tick /> : <span aria-hidden="true">{number}</span>}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-bold text-lg leading-snug">{title}</span>
            {summary && <span className="wrap-anywhere block text-text-quiet">{summary}</span>}
          </span>
          <span aria-hidden="true" className={`text-text-quiet ${isOpen ? 'rotate-180' : ''}`}>
            ▾
          </span>
        </button>
      </h2>
      <div id={id} className={isOpen ? 'px-4 pt-1 pb-5 sm:px-6' : 'hidden'}>
        {isOpen && children()}
      </div>
    </li>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 20 20" className="h-5 w-5" aria-hidden="true">
      <path d="m4 10.5 4.2 4.2L16.5 6" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  );
}
