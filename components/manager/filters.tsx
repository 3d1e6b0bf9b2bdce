'use client';

import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BUTTON } from './page-head';
import type { Change } from './page-query';

type Props = {
  label: string;
  /** Names of the active filter parameters. */
  active: readonly string[];
  isGoing: boolean;
  children: ReactNode;
};

/** Filter fields of a page. A phone hides them behind one button that counts the active ones. */
export function Filters({ label, active, isGoing, children }: Props) {
  const t = useTranslations('manager.filter');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <search
      className={`mb-6 transition-opacity print:hidden ${isGoing ? 'opacity-60' : ''}`}
      aria-label={label}
      aria-busy={isGoing}
    >
      <button
        type="button"
        className={`${BUTTON} sm:hidden`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('fold', { count: countOf(active) })}
        <span aria-hidden="true" className={isOpen ? 'rotate-180' : ''}>
          ▾
        </span>
      </button>
      <div id={id} className={`flex-wrap items-end gap-3 sm:flex ${isOpen ? 'mt-3 flex' : 'hidden'}`}>
        {children}
      </div>
    </search>
  );
}

type ClearProps = { names: readonly string[]; go: (change: Change) => void; children: string };

/** A button that removes these parameters from the address. There is none without any. */
export function ClearFilters({ names, go, children }: ClearProps) {
  if (names.length === 0) return null;
  return (
    <button
      type="button"
      className="min-h-11 px-2 text-text-quiet underline underline-offset-4 hover:text-text"
      onClick={() => go(Object.fromEntries(names.map((name) => [name, null])))}
    >
      {children}
    </button>
  );
}

/** Parameters that together count as one filter. */
const ONE_CHOICE = [
  ['period', 'first', 'last'],
  ['of', 'atLeast', 'under'],
];

function countOf(active: readonly string[]): number {
  return new Set(active.map((name) => ONE_CHOICE.find((names) => names.includes(name))?.[0] ?? name)).size;
}
