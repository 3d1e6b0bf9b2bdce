'use client';

import { useTranslations } from 'use-intl';
import { FilterBar } from '../manager/filter-bar';
import { addressOf, elsewhere, type PageQuery } from '../manager/page-query';
import { Problems } from '../manager/problems';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { SelectField } from '../ui/form';
import { BUTTON, Empty, PageHead } from '../ui/sheet';
import { DataQualityPart } from './data-quality';
import { FigureCards } from './figure-cards';
import { HeatMap } from './heat-map';
import { coursesCsv, figuresCsv } from './links';
import { MeasureBars } from './measure-bars';
import { OverTime } from './over-time';
import type { Report } from './report';
import { againstText } from './report-choices';
import { SpreadPart } from './spread-part';
import { Targets } from './targets';
import { useDescription } from './use-description';
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
