'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { OrderKind } from '../../contract/constants';
import { useFreshness, useNewsTime } from '../live/live-context';
import type { TableList } from './table-list';

type Props = {
  /** Text that says that the board is empty. */
  children: ReactNode;
  hint: string | null;
  /** A button that helps, such as one that clears the filters. */
  action?: ReactNode;
};

/** An empty board says that it is empty, and live or as of when, so that it does not look frozen. */
export function EmptyBoard({ children, hint, action }: Props) {
  return (
    <div className="grid min-h-full place-content-center gap-3 text-balance p-10 text-center text-[1.25em] tabular-nums">
      <p className="max-handheld:*:last:block">
        {children} <span className="max-handheld:hidden">· </span>
        <EmptySince />
      </p>
      {hint !== null && <small className="text-[0.8em] text-quiet">{hint}</small>}
      {action}
    </div>
  );
}

/** Shows `live 19:42:07`, or `as of` the last update: an empty board that is old does not mean an empty kitchen. */
export function EmptySince() {
  const t = useTranslations('empty');
  const { level } = useFreshness();
  const time = useNewsTime() ?? '';
  return <span className="inline-block whitespace-nowrap">{t(level === 'live' ? 'live' : 'old', { time })}</span>;
}

/** Options that filter a board. */
type Filters = {
  tables?: TableList;
  courses?: readonly string[];
  kind?: OrderKind | null;
  isTakenOnly?: boolean;
};

export function isFiltering({ tables = [], courses = [], kind = null, isTakenOnly = false }: Filters): boolean {
  return tables.length > 0 || courses.length > 0 || kind !== null || isTakenOnly;
}

type ClearFiltersProps = Filters & { clear: () => void };

/** Names the filters of an empty board and offers to clear them; used inside its text. */
export function ClearFilters({
  tables = [],
  courses = [],
  kind = null,
  isTakenOnly = false,
  clear,
}: ClearFiltersProps) {
  const t = useTranslations('waysOut');
  const names = [
    tables.length > 0 && t('filters.tables', { tables: tables.join(', ') }),
    courses.length > 0 && t('filters.courses', { courses: courses.join(', ') }),
    kind !== null && t(`filters.${kind}`),
    isTakenOnly && t('filters.taken'),
  ].filter((name) => name !== false);
  return (
    <>
      <small className="wrap-anywhere">{names.join(' · ')}</small>
      <button
        type="button"
        className="mt-5 min-h-[max(48px,var(--touch,0px))] min-w-[max(48px,var(--touch,0px))] justify-self-center rounded-[0.4em] px-10 py-3.5 font-[650] text-[0.8em] inverse focus-visible:outline-3 focus-visible:outline-offset-3"
        onClick={clear}
      >
        {t('showAll')}
      </button>
    </>
  );
}
