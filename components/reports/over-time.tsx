'use client';

import { useTranslations } from 'use-intl';
import { dayAfter } from '../../domain/period';
import { useDayText } from '../manager/day-text';
import { useServesText } from '../manager/use-serves-text';
import { AsTable } from './as-table';
import { CoursesLink } from './courses-link';
import { isDoubtful } from './figures';
import { LineOverTime } from './line-chart';
import type { LinePoint } from './line-points';
import { coursesHref } from './links';
import { Part } from './part';
import type { Report } from './report';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

/** A measure over time: median and 80th percentile of each day, with the comparison behind them. */
export function OverTime({ report, query }: { report: Report; query: URLSearchParams }) {
  const t = useTranslations('reports.days');
  const measures = useTranslations('reports.measures');
  const figures = useFigures();
  const names = useNames();
  const { rare } = useServesText();
  const dayText = useDayText();
  const {
    line: { step, points },
    compared,
    chosen,
  } = report;
  const name = compared && names.against(compared);
  const href = ({ days }: LinePoint) =>
    coursesHref(query, { first: days.first, last: dayAfter(days.end, -1), of: chosen.of });
  const time = (seconds: number | null) => (seconds === null ? '–' : figures.time(seconds));

  return (
    <Part
      title={t(`title.${step}`)}
      lead={[
        t(`lead.${step}`, { measure: measures(chosen.of) }),
        name !== null && t('dotted', { name }),
        isDoubtful(chosen.of, report.total.now) && `${rare}.`,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {points.length === 1 && <p className="py-2">{t('one')}</p>}
      {points.length > 1 && points.every(({ p50 }) => p50 === null) && <p className="py-2">{t(`few.${step}`)}</p>}
      {points.length > 1 && points.some(({ p50 }) => p50 !== null) && (
        <LineOverTime
          line={report.line}
          href={href}
          beforeLabel={compared && t(compared.name === 'branch' ? 'other' : 'before')}
        />
      )}
      <AsTable
        label={t(`title.${step}`)}
        columns={[
          t(`columns.${step}`),
          t('columns.half'),
          t('columns.fourInFive'),
          t('columns.n'),
          ...(name === null ? [] : [t('columns.before', { name })]),
        ]}
        rows={() =>
          points
            .filter(({ n }) => n > 0)
            .map((point) => ({
              key: point.day,
              cells: [
                <CoursesLink key={point.day} href={href(point)}>
                  {dayText(point.day, step === 'week' ? 'date' : 'short')}
                </CoursesLink>,
                time(point.p50),
                time(point.p80),
                figures.count(point.n),
                ...(name === null ? [] : [time(point.before)]),
              ],
            }))
        }
      />
    </Part>
  );
}
