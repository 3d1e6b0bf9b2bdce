'use client';

import { useTranslations } from 'use-intl';
import { useServesText } from '../manager/use-serves-text';
import { AsTable } from './as-table';
import { type Bar, barsOf } from './bars';
import { CoursesLink } from './courses-link';
import { isDoubtful, MIN_COURSES } from './figures';
import { coursesHref } from './links';
import { Part } from './part';
import type { Report } from './report';
import { SpreadChart } from './spread-chart';
import { useFigures } from './use-figures';

/** The distribution behind the percentiles of a measure. */
export function SpreadPart({ report, query }: { report: Report; query: URLSearchParams }) {
  const t = useTranslations('reports.spread');
  const all = useTranslations('reports');
  const figures = useFigures();
  const { of } = report.chosen;
  const { rare } = useServesText();
  const { spread } = report;
  const bars = barsOf(spread);
  const href = ({ from, until }: Bar) =>
    coursesHref(query, { of, atLeast: from, ...(until === null ? {} : { under: until }) });
  const range = ({ from, until }: Bar) =>
    until === null
      ? t('open', { from: figures.time(from) })
      : t('range', { from: figures.time(from), to: figures.time(until) });

  if (spread.n === 0)
    return (
      <Part title={t('title')}>
        <p>{t('none')}</p>
      </Part>
    );
  return (
    <Part
      title={t('title')}
      lead={[
        t('lead', {
          measure: all(`measures.${of}`),
          counted: all(`counted.${of}`, { n: spread.n, count: figures.count(spread.n) }),
          width: figures.time(spread.bucketSeconds),
        }),
        isDoubtful(of, report.total.now) && `${rare}.`,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <SpreadChart
        bars={bars}
        spread={spread}
        expected={
          of === 'preparation' && report.pageQuery.choices.course !== null ? (report.total.now?.expected ?? null) : null
        }
        href={href}
      />
      {spread.n < MIN_COURSES && <p className="mt-2 text-text-quiet">{t('few', { n: figures.count(spread.n) })}</p>}
      <AsTable
        label={t('title')}
        columns={[t('columns.time'), t('columns.n')]}
        rows={() =>
          bars
            .filter(({ n }) => n > 0)
            .map((bar) => ({
              key: String(bar.from),
              cells: [
                <CoursesLink key={bar.from} href={href(bar)}>
                  {range(bar)}
                </CoursesLink>,
                figures.count(bar.n),
              ],
            }))
        }
      />
    </Part>
  );
}
