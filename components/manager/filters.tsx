'use client';

import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BUTTON } from './page-head';

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

/** Parameters that together count as one filter. */
const ONE_CHOICE = [
  ['period', 'first', 'last'],
  ['of', 'atLeast', 'under'],
];

function countOf(active: readonly string[]): number {
  return new Set(active.map((name) => ONE_CHOICE.find((names) => names.includes(name))?.[0] ?? name)).size;
}
