'use client';

import { CartesianGrid, Line, LineChart, ReferenceArea, usePlotArea, XAxis, YAxis } from 'recharts';
import { useLocale, useTranslations } from 'use-intl';
import { dayAfter, weekdayOf } from '../../domain/period';
import { LOCALES } from '../../lib/language';
import { useDayText, useServesText } from '../manager/day-text';
import { dateFormat } from '../time/formats';
import { isDoubtful } from './figures';
import { LENGTHS, type LinePoint, type Line as Points } from './line-points';
import { coursesHref } from './links';
import { AsTable, CHART, CHART_SIZE, CoursesLink, MARK_EDGE, MarkLink, Part } from './part';
import type { Report } from './report';
import { scaleOf } from './scale';
import { useArrows } from './use-arrows';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

type Props = { line: Points; href: (point: LinePoint) => string | null; beforeLabel: string | null };

/** For more days weekends would become meaningless stripes. */
const DAYS_WITH_WEEKENDS = 100;
/** More dots would hide the line. */
const MAX_WITH_DOTS = 62;

type MarksProps = Omit<Props, 'beforeLabel'> & { most: number; markProps: ReturnType<typeof useArrows>['markProps'] };

/** The Mondays of more days would not fit on the axis. */
const MAX_DAYS_WITH_MONDAYS = 124;
const LINE_HEIGHT = 17;
/** Room for the labels after the last day. */
const END_WIDTH = 96;

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

/** Line chart by day or week; each point links to its courses. The table beside it has the same figures. */
function LineOverTime({ line: { step, points }, href, beforeLabel }: Props) {
  const t = useTranslations('reports.days');
  const figures = useFigures();
  const { onKeyDown, markProps } = useArrows({ x: points.findIndex(({ p50 }) => p50 !== null), y: 0 });
  const tick = useTicks({ step, points });
  const rows = points.map((point, x) => ({ ...point, x }));
  const longest = Math.max(...points.flatMap(({ p80, before }) => [p80 ?? 0, before ?? 0]));
  const scale = scaleOf(longest, 5);
  const hasWeekends = step === 'day' && points.length <= DAYS_WITH_WEEKENDS;
  const dotSize = points.length <= MAX_WITH_DOTS ? 4 : 0;
  const line = { type: 'linear', isAnimationActive: false, activeDot: false } as const;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links is not a fieldset
    <div role="group" aria-label={t(`title.${step}`)} className={CHART} onKeyDown={onKeyDown}>
      <LineChart
        responsive
        className={CHART_SIZE}
        data={rows}
        margin={{ top: 8, right: END_WIDTH, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        {hasWeekends &&
          rows
            .filter(({ isWeekend }) => isWeekend)
            .map(({ x }) => (
              <ReferenceArea key={x} x1={x - 0.5} x2={x + 0.5} fill="var(--color-track)" fillOpacity={0.8} />
            ))}
        <CartesianGrid vertical={false} className="stroke-line" />
        <XAxis
          type="number"
          dataKey="x"
          domain={[-0.5, points.length - 0.5]}
          ticks={tick.places}
          tickFormatter={tick.text}
          interval="preserveStart"
          tickLine={false}
          minTickGap={8}
          tick={{ className: 'fill-text-quiet text-sm' }}
          className="stroke-line"
        />
        <YAxis
          type="number"
          domain={[0, scale.at(-1) ?? 1]}
          ticks={scale}
          tickFormatter={(seconds: number) => (seconds === 0 ? '0' : figures.time(seconds))}
          width={56}
          axisLine={false}
          tickLine={false}
          tick={{ className: 'fill-text-quiet text-sm' }}
        />
        <Line {...line} dataKey="before" stroke="var(--color-text-quiet)" strokeDasharray="2 4" dot={false} />
        <Line {...line} dataKey="p80" stroke="var(--color-accent)" strokeOpacity={0.55} strokeWidth={2} dot={false} />
        <Line
          {...line}
          dataKey="p50"
          stroke="var(--color-accent)"
          strokeWidth={3}
          dot={dotSize > 0 ? { r: dotSize, fill: 'var(--color-accent)', strokeWidth: 0 } : false}
        />
        <Marks line={{ step, points }} most={scale.at(-1) ?? 1} href={href} markProps={markProps} />
        <Ends points={points} most={scale.at(-1) ?? 1} beforeLabel={beforeLabel} />
      </LineChart>
    </div>
  );
}

/** A link over the full height of each day or week. */
function Marks({ line: { step, points }, most, href, markProps }: MarksProps) {
  const t = useTranslations('reports.days');
  const figures = useFigures();
  const dayText = useDayText();
  const area = usePlotArea();
  if (!area) return null;
  const width = area.width / points.length;
  const y = (seconds: number) => area.y + area.height * (1 - seconds / most);
  return points.map((point, x) => {
    const { day, p50, p80, n } = point;
    if (p50 === null || p80 === null) return null;
    const label = t('point', {
      day: step === 'day' ? dayText(day, 'weekday') : t('week', { day: dayText(day, 'date') }),
      half: figures.time(p50),
      fourInFive: figures.time(p80),
      n: figures.n(n),
    });
    const left = area.x + width * x;
    return (
      <MarkLink key={day} href={href(point)} label={label} mark={markProps(x, 0)}>
        <rect className={MARK_EDGE} x={left} y={area.y} width={width} height={area.height} rx={3} fill="transparent" />
        <circle cx={left + width / 2} cy={y(p50)} r={Math.min(4, width)} fill="transparent" />
      </MarkLink>
    );
  });
}

/** Labels each line at its end. */
function Ends({
  points,
  most,
  beforeLabel,
}: {
  points: readonly LinePoint[];
  most: number;
  beforeLabel: string | null;
}) {
  const t = useTranslations('reports.days');
  const area = usePlotArea();
  if (!area) return null;
  const y = (seconds: number) => area.y + area.height * (1 - seconds / most);
  const lines = [
    { of: 'p80', text: t('fourInFive'), look: 'fill-accent text-sm' },
    { of: 'p50', text: t('half'), look: 'fill-accent text-sm font-bold' },
    ...(beforeLabel === null ? [] : [{ of: 'before' as const, text: beforeLabel, look: 'fill-text-quiet text-sm' }]),
  ] as const;
  const placed = lines.flatMap(({ of, text, look }) => {
    const last = points.findLast((point) => point[of] !== null);
    return last ? [{ of, text, look, y: y(last[of] ?? 0) + 4 }] : [];
  });
  return apart(placed).map(({ of, text, look, y: at }) => (
    <text key={of} x={area.x + area.width + 8} y={at} className={look}>
      {text}
    </text>
  ));
}

/** Moves up labels that would overlap. */
function apart<Label extends { y: number }>(labels: readonly Label[]): Label[] {
  const placed: Label[] = [];
  for (const label of labels.toSorted((a, b) => b.y - a.y)) {
    const below = placed.at(-1);
    placed.push({ ...label, y: below ? Math.min(label.y, below.y - LINE_HEIGHT) : label.y });
  }
  return placed;
}

/** Ticks of the axis: every day of a week or two, the Mondays of a season, months beyond. */
function useTicks({ step, points }: Points) {
  const dayText = useDayText();
  const locale = LOCALES[useLocale()];
  const isMonths = step === 'week' || points.length > MAX_DAYS_WITH_MONDAYS;
  const isFirstOfMonth = (day: string) => Number(day.slice(8)) <= LENGTHS[step];
  const isNamed = ({ day }: LinePoint) =>
    isMonths ? isFirstOfMonth(day) : points.length <= 14 || weekdayOf(day) === 1;
  const places = points.flatMap((point, x) => (isNamed(point) ? [x] : []));
  const month = dateFormat(locale, { month: 'short', timeZone: 'UTC' });
  return {
    places,
    text: (x: number) => {
      const day = points[x]?.day ?? '';
      return isMonths ? month.format(Date.parse(`${day}T00:00:00Z`)) : dayText(day, 'short');
    },
  };
}
