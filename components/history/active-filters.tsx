'use client';

import { useTranslations } from 'use-intl';
import { dayAfter } from '../../domain/period';
import { useDayText } from '../manager/day-text';
import { hourSpan } from '../manager/hour-span';
import type { PageQuery } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { useRange } from './use-range';

const A_MONDAY = '2024-01-01';

/**
 * Filters set by a click in a report that have no field, each with a button to remove it. On paper, where there are no
 * fields, all filters.
 */
export function ActiveFilters({ pageQuery }: { pageQuery: PageQuery }) {
  const t = useTranslations('history.activeFilters');
  const dayText = useDayText();
  const range = useRange();
  const { go } = useQueryNavigation();
  const { weekday, guests, hour, nextDay, of, tickets } = pageQuery.choices;
  const chips = [
    weekday !== null && { label: dayText(dayAfter(A_MONDAY, weekday - 1), 'name'), gone: ['weekday'] },
    hour !== null && { label: t('hour', hourSpan(hour, nextDay, pageQuery.branch)), gone: ['hour', 'nextDay'] },
    guests !== null && { label: t('guests', { count: guests }), gone: ['guests'] },
    of !== null && { label: t(of, { range: range(pageQuery.choices) }), gone: ['of', 'atLeast', 'under'] },
    tickets !== null && { label: t('tickets', { count: tickets.length }), gone: ['tickets'] },
  ].filter((chip) => chip !== false);
  return (
    <>
      <InFields pageQuery={pageQuery} />
      {chips.length > 0 && (
        <ul className="mb-6 flex flex-wrap gap-2 print:mb-2">
          {chips.map(({ label, gone }) => (
            <li key={label} className="flex items-center rounded-lg bg-shade pl-3 font-semibold print:p-0 print:pr-4">
              {label}
              <button
                type="button"
                className="min-h-11 min-w-11 text-text-quiet hover:text-text print:hidden"
                aria-label={t('remove', { what: label })}
                onClick={() => go(Object.fromEntries(gone.map((name) => [name, null])))}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Filters of the fields, for paper. */
function InFields({ pageQuery: { choices, branch } }: { pageQuery: PageQuery }) {
  const t = useTranslations('manager.filter');
  const { service, course, table, kind, late, state, leftOut, q } = choices;
  const known = branch?.courses.find(({ number }) => String(number) === course);
  const parts = [
    service,
    course && (known?.name ?? known?.abbreviation ?? course),
    table && `${t('labels.table')} ${table}`,
    kind && t(`kind.${kind}`),
    late && t(`late.${late}`),
    state && t(`state.${state}`),
    leftOut && t(`leftOut.${leftOut}`),
    q && t('quoted', { text: q }),
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return null;
  return <p className="mb-2 hidden font-semibold print:block">{parts.join(' · ')}</p>;
}
