'use client';

import { useTranslations } from 'use-intl';
import { WAYS_OUT_WORDS } from '../words/ways-out-words';
import { WithWords } from '../words/with-words';
import type { TableList } from './table-list';
import css from './ways-out.module.css';

/** Options that filter a board. */
export type Filters = {
  tables?: TableList;
  courses?: readonly string[];
  kind?: 'table' | 'cafeteria' | null;
  isTakenOnly?: boolean;
};

export function isFiltering({ tables = [], courses = [], kind = null, isTakenOnly = false }: Filters): boolean {
  return tables.length > 0 || courses.length > 0 || kind !== null || isTakenOnly;
}

type Props = Filters & { clear: () => void };

/** Names the filters of an empty board and offers to clear them; used inside its text. */
export function ClearFilters(props: Props) {
  return (
    <WithWords words={WAYS_OUT_WORDS}>
      <Names {...props} />
    </WithWords>
  );
}

function Names({ tables = [], courses = [], kind = null, isTakenOnly = false, clear }: Props) {
  const words = useTranslations('waysOut');
  const names = [
    tables.length > 0 && words('filters.tables', { tables: tables.join(', ') }),
    courses.length > 0 && words('filters.courses', { courses: courses.join(', ') }),
    kind !== null && words(`filters.${kind}`),
    isTakenOnly && words('filters.taken'),
  ].filter((name) => name !== false);
  return (
    <>
      <small className={css.filters}>{names.join(' · ')}</small>
      <button type="button" className={css.clear} onClick={clear}>
        {words('showAll')}
      </button>
    </>
  );
}
