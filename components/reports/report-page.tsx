'use client';

import { useLocale, useTranslations } from 'use-intl';
import { EXCLUSIONS } from '../../contract/constants';
import { LOCALES } from '../../lib/language';
import { daysTextIn, useServesText } from '../manager/day-text';
import { FilterBar } from '../manager/filter-bar';
import { addressOf, elsewhere, hourSpan, type PageQuery } from '../manager/page-query';
import { Problems } from '../manager/problems';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { SelectField } from '../ui/form';
import { BUTTON, Empty, PageHead } from '../ui/sheet';
import { FigureCards } from './figure-cards';
import { MIN_COURSES } from './figures';
import { HeatMap } from './heat-map';
import { coursesCsv, coursesHref, figuresCsv } from './links';
import { MeasureBars } from './measure-bars';
import { OverTime } from './over-time';
import { CoursesLink, Part } from './part';
import type { Report } from './report';
import { againstText } from './report-choices';
import { SpreadPart } from './spread-part';
import { Targets } from './targets';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

const USUAL = 'before';

/** Report on the actual preparation times. */
export function ReportPage({ report }: { report: Report }) {
  const t = useTranslations('reports');
  const describe = useDescription();
  const { query: asked, path, isGoing } = useQueryNavigation();
  const { pageQuery, quality } = report;
  const query = queryShown(asked, pageQuery);

  if (pageQuery.branches.length === 0) {
    return (
      <>
        <PageHead title={t('title')} />
        <Empty title={t('empty.never')}>{t('empty.neverWhy')}</Empty>
      </>
    );
  }
  return (
    <>
      <PageHead title={t('title')} lead={describe(report)}>
        <CompareField report={report} />
        <Downloads report={report} />
        <button type="button" className={BUTTON} onClick={() => window.print()}>
          {t('print')}
        </button>
      </PageHead>
      <Problems problems={pageQuery.problems} />
      <FilterBar
        pageQuery={pageQuery}
        fields={['service', 'course']}
        more={['kind', 'table', 'late']}
        hasAll
        keeps={['of']}
      />
      {quality.count === 0 ? (
        <NoCourses pageQuery={pageQuery} query={query} path={path} />
      ) : (
        <div aria-busy={isGoing}>
          <FigureCards report={report} query={query} />
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-12 print:block">
            <div className="min-w-0 xl:col-span-12 print:mb-3">
              <MeasureBars report={report} query={query} path={path} />
            </div>
            <div className="flex min-w-0 flex-col gap-4 xl:col-span-7 print:mb-3 print:gap-3">
              <Targets report={report} query={query} />
              <OverTime report={report} query={query} />
            </div>
            <div className="flex min-w-0 flex-col gap-4 xl:col-span-5 print:gap-3">
              <HeatMap report={report} query={query} path={path} />
              <SpreadPart report={report} query={query} />
            </div>
            <div className="min-w-0 xl:col-span-12 print:mt-3">
              <DataQualityPart report={report} query={query} />
            </div>
          </div>
        </div>
      )}
    </>
  );
}

/** The query of what is shown: without the days of a period that had too many courses, instead of the default one. */
function queryShown(asked: URLSearchParams, { problems }: Report['pageQuery']): URLSearchParams {
  const query = new URLSearchParams(asked);
  if (problems.some(({ why }) => why === 'many')) for (const name of ['period', 'first', 'last']) query.delete(name);
  return query;
}

/** Links to the figures and to the courses of each branch, as CSV. */
function Downloads({ report: { pageQuery, chosen } }: { report: Report }) {
  const t = useTranslations('reports');
  const names = useNames();
  const { branch, branches } = pageQuery;
  const figures = figuresCsv(pageQuery, chosen.by);
  return (
    <>
      {figures && (
        <a href={figures} download className={BUTTON}>
          {t('csvFigures')}
        </a>
      )}
      {(branch ? [branch] : branches).map((each) => (
        <a key={each.number} href={coursesCsv(pageQuery, each)} download className={BUTTON}>
          {branch ? t('csv') : t('csvOf', { branch: names.branch(each) })}
        </a>
      ))}
    </>
  );
}

/** Explains why there is nothing to report, and what to do. */
function NoCourses({ pageQuery, query, path }: { pageQuery: PageQuery; query: URLSearchParams; path: string }) {
  const t = useTranslations('reports.empty');
  const isFiltered = Object.entries(pageQuery.choices).some(([name, value]) => name !== 'of' && value !== null);
  return (
    <Empty title={t('title')}>
      <p>{t(isFiltered ? 'filtered' : 'days')}</p>
      <p className="mt-4 flex flex-wrap justify-center gap-2 print:hidden">
        {isFiltered && (
          <PageLink href={elsewhere(path, query)} className={BUTTON}>
            {t('all')}
          </PageLink>
        )}
        {pageQuery.period !== 'last-28' && !pageQuery.isAlways && (
          <PageLink href={addressOf(path, query, { period: 'last-28' })} className={BUTTON}>
            {t('wider')}
          </PageLink>
        )}
      </p>
    </Empty>
  );
}

/** Field for the comparison of the report. */
function CompareField({ report: { pageQuery, chosen } }: { report: Report }) {
  const t = useTranslations('reports.compare');
  const names = useNames();
  const { go } = useQueryNavigation();
  const others =
    pageQuery.branch === null ? [] : pageQuery.branches.filter(({ number }) => number !== pageQuery.branch?.number);
  return (
    <SelectField
      label={t('label')}
      value={againstText(chosen.against) ?? USUAL}
      choose={(against) => go({ against: against === USUAL ? null : against })}
      options={[
        { value: USUAL, label: t('before') },
        { value: 'year', label: t('year') },
        ...others.map((branch) => ({
          value: `branch:${branch.number}`,
          label: t('branch', { branch: names.branch(branch) }),
        })),
        { value: 'none', label: t('none') },
      ]}
    />
  );
}

/** Describes a report: `Hot kitchen · dinner, 14–20 November 2026 · compared with the week before`. */
export function useDescription(): (report: Pick<Report, 'pageQuery' | 'compared'>) => string {
  const t = useTranslations('reports.description');
  const filter = useTranslations('manager.filter');
  const all = useTranslations('reports');
  const locale = LOCALES[useLocale()];
  const names = useNames();
  return ({ pageQuery: { branch, branches, choices, days, isAlways }, compared }) => {
    const { service, course, kind, table, late, state, guests, weekday, hour, nextDay, q } = choices;
    const known = (branch ? [branch] : branches)
      .flatMap(({ courses }) => courses)
      .find(({ number }) => String(number) === course);
    const filters = [
      service,
      course === null ? null : (known?.name ?? all('course', { number: course })),
      kind && t(`kind.${kind}`),
      table && t('table', { table }),
      guests === null ? null : t('guests', { count: guests }),
      weekday && names.weekday(weekday),
      hour === null ? null : t('hour', hourSpan(hour, nextDay, branch ?? branches[0])),
      late && t(late),
      state && t(`state.${state}`),
      q && filter('quoted', { text: q }),
      isAlways ? t('always') : daysTextIn(locale, days),
    ].filter((part): part is string => part !== null && part !== '');
    const parts = [
      branch ? names.branch(branch) : all('allBranches'),
      filters.join(', '),
      compared && t('compared', { name: names.against(compared) }),
    ];
    return parts.filter((part) => part).join(' · ');
  };
}

/** Data quality of the figures: how many courses count, which were left out and why, and the POS's own times. */
function DataQualityPart({ report, query }: { report: Report; query: URLSearchParams }) {
  const t = useTranslations('reports.dataQuality');
  const names = useNames();
  const { quality, pos, serves, pageQuery } = report;
  const unknown = pageQuery.branches.filter(({ number }) => quality.unitUnknown.includes(number));

  return (
    <Part title={t('title')}>
      <div className="grid gap-x-10 gap-y-4 xl:grid-cols-2">
        <Counted quality={quality} query={query} />
        <OwnTimes quality={quality} pos={pos} serves={serves} />
      </div>
      {unknown.length > 0 && (
        <p className="mt-4 rounded-lg border border-notice-line bg-notice px-4 py-3">
          {t('unit', { branches: unknown.map(names.branch).join(', ') })}{' '}
          <PageLink
            href={addressOf('/manager/settings', new URLSearchParams(), {
              branch: unknown[0]?.number ?? null,
              lang: query.get('lang'),
            })}
            className="underline underline-offset-4 print:hidden"
          >
            {t('unitSet')}
          </PageLink>
        </p>
      )}
      <p className="mt-4 text-sm text-text-quiet">{t('hidden')}</p>
    </Part>
  );
}

type Quality = Report['quality'];

/** How many courses count, and which were left out or closed without the POS. */
function Counted({ quality, query }: { quality: Quality; query: URLSearchParams }) {
  const t = useTranslations('reports.dataQuality');
  const figures = useFigures();
  const { count, measured, excluded, autoClosed, presumedServed, open } = quality;
  const reasons = EXCLUSIONS.flatMap((reason) => {
    const n = excluded[reason] ?? 0;
    return n === 0 ? [] : [{ reason, n }];
  });
  return (
    <div>
      <p className="font-semibold">
        {measured === count
          ? t('all', { n: count, count: figures.count(count) })
          : t('based', { measured: figures.count(measured), count: figures.count(count) })}
      </p>
      {reasons.length > 0 && (
        <>
          <p className="mt-2 text-text-quiet">{t('leftOut')}</p>
          <ul className="mt-1 list-disc pl-5">
            {reasons.map(({ reason, n }) => (
              <li key={reason}>
                <CoursesLink href={coursesHref(query, { leftOut: reason })}>
                  {t(`reasons.${reason}`, { n, count: figures.count(n) })}
                </CoursesLink>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="mt-3 flex flex-col gap-1">
        {autoClosed > 0 && (
          <li>
            <CoursesLink href={coursesHref(query, { leftOut: 'auto-closed' })}>
              {t('autoClosed', { n: autoClosed, count: figures.count(autoClosed) })}
            </CoursesLink>
          </li>
        )}
        {presumedServed > 0 && (
          <li>
            <CoursesLink href={coursesHref(query, { leftOut: 'presumed-served' })}>
              {t('presumedServed', { n: presumedServed, count: figures.count(presumedServed) })}
            </CoursesLink>
          </li>
        )}
        {open > 0 && <li>{t('open', { n: open, count: figures.count(open) })}</li>}
      </ul>
    </div>
  );
}

/** How many courses have all three steps, how often *served* was pressed, and how the POS's own times differ. */
function OwnTimes({ quality: { count, complete }, pos, serves }: Pick<Report, 'quality' | 'pos' | 'serves'>) {
  const t = useTranslations('reports.dataQuality');
  const figures = useFigures();
  const { pressed } = useServesText();
  const posText = () => {
    if (pos.n === 0 || pos.median === null) return t('posNone');
    if (pos.n < MIN_COURSES) return t('posFew', { n: figures.count(pos.n) });
    const by = Math.round(pos.median);
    const text = by === 0 ? t('posSame') : t(by > 0 ? 'posMore' : 'posLess', { by: figures.time(by) });
    return `${text} (${figures.n(pos.n)})`;
  };
  return (
    <dl className="grid content-start gap-x-4 gap-y-3 sm:grid-cols-[auto_1fr]">
      <dt className="font-semibold">{t('complete')}</dt>
      <dd>
        {count > 0 && <strong>{figures.share(complete / count)} </strong>}
        <span className="text-text-quiet">
          {t('completeNote', { complete: figures.count(complete), count: figures.count(count) })}
        </span>
      </dd>
      <dt className="font-semibold">{t('served')}</dt>
      <dd className="text-text-quiet">
        {serves.n < MIN_COURSES ? figures.few(serves.n) : pressed(serves, ({ n }) => n >= MIN_COURSES)}
      </dd>
      <dt className="font-semibold">{t('pos')}</dt>
      <dd className="text-text-quiet">{posText()}</dd>
    </dl>
  );
}
