'use client';

import { useTranslations } from 'use-intl';
import { useDayText } from '../office/day-text';
import { AsTable } from './as-table';
import { Behind } from './behind';
import { DayChart } from './day-chart';
import { choosing, coursesBehind } from './links';
import { Part } from './part';
import type { Report } from './report';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

/** A measure over time: half and four in five of each day, with what they are compared with behind them. */
export function DayByDay({ report, query }: { report: Report; query: URLSearchParams }) {
  const words = useTranslations('reports.days');
  const measures = useTranslations('reports.measures');
  const figures = useFigures();
  const names = useNames();
  const dayText = useDayText();
  const { days: points, compared, chosen } = report;
  const name = compared && names.against(compared);
  const href = (day: string) => coursesBehind(query, { ...choosing('day', { key: day }), of: chosen.of });
  const time = (seconds: number | null) => (seconds === null ? '–' : figures.time(seconds));

  return (
    <Part
      title={words('title')}
      lead={[words('lead', { measure: measures(chosen.of) }), name !== null && words('dotted', { name })]
        .filter(Boolean)
        .join(' ')}
    >
      {points.length === 1 && <p className="py-2">{words('one')}</p>}
      {points.length > 1 && points.every(({ p50 }) => p50 === null) && <p className="py-2">{words('few')}</p>}
      {points.length > 1 && points.some(({ p50 }) => p50 !== null) && (
        <DayChart
          points={points}
          href={href}
          beforeLabel={compared && words(compared.name === 'branch' ? 'other' : 'before')}
        />
      )}
      <AsTable
        label={words('title')}
        columns={[
          words('columns.day'),
          words('columns.half'),
          words('columns.fourInFive'),
          words('columns.n'),
          ...(name === null ? [] : [words('columns.before', { name })]),
        ]}
        rows={() =>
          points
            .filter(({ n }) => n > 0)
            .map(({ day, p50, p80, n, before: half }) => ({
              key: day,
              cells: [
                <Behind key={day} href={href(day)}>
                  {dayText(day, 'short')}
                </Behind>,
                time(p50),
                time(p80),
                figures.count(n),
                ...(name === null ? [] : [time(half)]),
              ],
            }))
        }
      />
    </Part>
  );
}
