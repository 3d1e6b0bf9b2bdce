'use client';

import { useTranslations } from 'use-intl';
import { Empty } from '../manager/empty';
import { FilterBar } from '../manager/filter-bar';
import { BUTTON, PageHead } from '../manager/page-head';
import { Problems } from '../manager/problems';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { CompareField } from './compare-field';
import { coursesCsv, figuresCsv } from './csv-address';
import { DataQualityPart } from './data-quality';
import { FigureCards } from './figure-cards';
import { HeatMap } from './heat-map';
import { MeasureBars } from './measure-bars';
import { NoCourses } from './no-courses';
import { OverTime } from './over-time';
import type { Report } from './report';
import { SpreadPart } from './spread-part';
import { Targets } from './targets';
import { useDescription } from './use-description';
import { useNames } from './use-names';

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
