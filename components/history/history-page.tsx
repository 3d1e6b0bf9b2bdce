'use client';

import { useTranslations } from 'use-intl';
import { lengthOf } from '../../domain/period';
import { type Language, LOCALES } from '../../lib/language';
import { daysTextIn, useDayText, useDurations, weekdayDay } from '../manager/day-text';
import { FilterBar, type FilterField } from '../manager/filter-bar';
import { branchSpan, type CourseChoices, hourSpan, type PageQuery } from '../manager/page-query';
import { Problems } from '../manager/problems';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { BUTTON, Empty, PageHead } from '../ui/sheet';
import { changed, csvAddress } from './addresses';
import { CourseList } from './course-list';
import type { Listing } from './listing';
import { VisitList } from './visit-list';

const MINUTE_SECONDS = 60;

const VIEWS = [
  ['course', 'courses'],
  ['table', 'tables'],
] as const;

const FIELDS: FilterField[] = ['service', 'course', 'late', 'q'];
const MORE: FilterField[] = ['table', 'kind', 'state', 'leftOut'];

type Props = { pageQuery: PageQuery; listing: Listing | null; language: Language };

/** History of a branch: every course, or the tables with the worst visits. */
export function HistoryPage({ pageQuery, listing, language }: Props) {
  const t = useTranslations('history');
  const empty = useTranslations('history.empty');
  const { branch } = pageQuery;
  const csv = csvAddress(pageQuery, pageQuery.isAlways || !branch ? null : branchSpan(pageQuery, branch));
  const count = listing && 'count' in listing ? listing.count : null;
  return (
    <>
      <PageHead
        title={t('title')}
        lead={pageQuery.isAlways || !branch ? undefined : daysTextIn(LOCALES[language], pageQuery.days)}
      >
        {branch && (
          <>
            {count !== 0 && (
              <a className={BUTTON} href={csv} download>
                {t('csv', { count: count ?? -1 })}
              </a>
            )}
            <button type="button" className={BUTTON} onClick={() => window.print()}>
              {t('print')}
            </button>
          </>
        )}
      </PageHead>
      <Problems problems={pageQuery.problems} />
      {branch && <FilterBar pageQuery={pageQuery} fields={FIELDS} more={MORE} hasAll={false} />}
      <ActiveFilters pageQuery={pageQuery} />
      {branch && listing ? (
        <>
          <ViewSwitch by={listing.by} />
          {'mostDays' in listing ? (
            <Empty title={t('tooLong.title')}>{t('tooLong.about', { days: listing.mostDays })}</Empty>
          ) : listing.by === 'course' ? (
            <CourseList
              listing={listing}
              branch={branch}
              isFiltered={isFiltered(pageQuery)}
              isOneDay={lengthOf(pageQuery.days) === 1}
            />
          ) : (
            <VisitList listing={listing} branch={branch} isFiltered={isFiltered(pageQuery)} />
          )}
        </>
      ) : (
        <Empty title={empty('none')}>{empty('noneAbout')}</Empty>
      )}
    </>
  );
}

function isFiltered({ choices }: PageQuery): boolean {
  return Object.values(choices).some((choice) => choice !== null);
}

/** Switches between courses and tables. */
function ViewSwitch({ by }: { by: 'course' | 'table' }) {
  const t = useTranslations('history.view');
  const { query, go } = useQueryNavigation();
  const changeTo = (view: 'course' | 'table') => ({ by: view === 'course' ? null : view });
  return (
    <nav aria-label={t('label')} className="mb-4 flex gap-1 border-line border-b print:hidden">
      {VIEWS.map(([view, name]) => (
        <PageLink
          key={view}
          href={changed(query, changeTo(view))}
          // Keeps a change whose page is still loading.
          onNavigate={(event) => {
            event.preventDefault();
            go(changeTo(view));
          }}
          aria-current={view === by ? 'true' : undefined}
          className={`-mb-px flex min-h-11 items-center border-b-2 px-3 font-semibold ${
            view === by ? 'border-accent text-text' : 'border-transparent text-text-quiet hover:text-text'
          }`}
        >
          {t(name)}
        </PageLink>
      ))}
    </nav>
  );
}

/**
 * Filters set by a click in a report that have no field, each with a button to remove it. On paper, where there are no
 * fields, all filters.
 */
function ActiveFilters({ pageQuery }: { pageQuery: PageQuery }) {
  const t = useTranslations('history.activeFilters');
  const dayText = useDayText();
  const range = useRange();
  const { go } = useQueryNavigation();
  const { weekday, guests, hour, nextDay, of, tickets } = pageQuery.choices;
  const chips = [
    weekday !== null && { label: dayText(weekdayDay(weekday), 'name'), gone: ['weekday'] },
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

/** Returns a function that formats a range of durations: whole minutes as `10–11 min`. */
function useRange(): (pageQuery: Pick<CourseChoices, 'atLeast' | 'under'>) => string {
  const t = useTranslations('history.activeFilters');
  const durations = useDurations();
  return ({ atLeast, under }) => {
    const isWhole = [atLeast, under].every((seconds) => seconds === null || seconds % MINUTE_SECONDS === 0);
    const text = (seconds: number) => (isWhole ? String(seconds / MINUTE_SECONDS) : durations.text(seconds * 1000));
    const withUnit = (text: string) => (isWhole ? t('minutes', { minutes: text }) : text);
    if (atLeast === null && under === null) return t('any');
    if (atLeast === null) return t('under', { to: withUnit(text(under ?? 0)) });
    if (under === null) return t('atLeast', { from: withUnit(text(atLeast)) });
    return withUnit(t('range', { from: text(atLeast), to: text(under) }));
  };
}
