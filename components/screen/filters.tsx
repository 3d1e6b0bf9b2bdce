'use client';

import { useTranslations } from 'use-intl';
import type { OrderKind } from '../../contract/live';
import { waysOutMessages } from '../../messages/areas/ways-out';
import { WithMessages } from '../messages/with-messages';
import type { TableList } from './table-list';

/** Options that filter a board. */
export type Filters = {
  tables?: TableList;
  courses?: readonly string[];
  kind?: OrderKind | null;
  isTakenOnly?: boolean;
};

export function isFiltering({ tables = [], courses = [], kind = null, isTakenOnly = false }: Filters): boolean {
  return tables.length > 0 || courses.length > 0 || kind !== null || isTakenOnly;
}

type Props = Filters & { clear: () => void };

/** Names the filters of an empty board and offers to clear them; used inside its text. */
export function ClearFilters(props: Props) {
  return (
    <WithMessages messages={waysOutMessages}>
      <Names {...props} />
    </WithMessages>
  );
}

function Names({ tables = [], courses = [], kind = null, isTakenOnly = false, clear }: Props) {
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
