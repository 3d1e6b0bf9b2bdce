'use client';

import { BarChart, type BarShapeProps, CartesianGrid, Bar as ChartBar, usePlotArea, XAxis, YAxis } from 'recharts';
import { useTranslations } from 'use-intl';
import type { Distribution } from '../../contract/reports';
import { useServesText } from '../manager/day-text';
import { isDoubtful, MIN_COURSES } from './figures';
import { coursesHref } from './links';
import { AsTable, CHART, CHART_SIZE, CoursesLink, MARK_EDGE, MarkLink, Part } from './part';
import type { Report } from './report';
import { type Bar, barsOf, placeOn } from './scale';
import { useArrows } from './use-arrows';
import { useFigures } from './use-figures';

type Props = {
  bars: readonly Bar[];
  spread: Distribution;
  expected: number | null;
  href: (bar: Bar) => string | null;
};

/** Number of ticks that fit a phone. */
const MAX_TICKS = 6;
/** Room above the bars for one line of text per marked line. */
const LINE_HEIGHT = 18;

type MarksProps = Pick<Props, 'bars' | 'href'> & { markProps: ReturnType<typeof useArrows>['markProps'] };

type LineName = 'half' | 'fourInFive' | 'most' | 'expected';
type LineAt = { name: LineName; seconds: number };

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

/** Histogram of a measure whose bars are links, with labelled lines at percentiles and at the expected time. */
function SpreadChart({ bars, spread, expected, href }: Props) {
  const t = useTranslations('reports.spread');
  const figures = useFigures();
  const first = bars.findIndex(({ n }) => n > 0);
  const { onKeyDown, markProps } = useArrows({ x: first, y: 0 });
  const lines = linesOf(spread, expected);
  const every = Math.ceil(bars.length / MAX_TICKS);
  const tickText = (from: number) => (from === 0 ? '0' : figures.time(from));
  const rows = bars.map((bar) => ({ ...bar, tone: toneOf(bar, spread) }));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links is not a fieldset
    <div role="group" aria-label={t('title')} className={CHART} onKeyDown={onKeyDown}>
      <BarChart
        responsive
        className={CHART_SIZE}
        data={rows}
        barCategoryGap={1}
        margin={{ top: lines.length * LINE_HEIGHT + 8, right: 20, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} className="stroke-line" />
        <XAxis
          dataKey="from"
          tickFormatter={tickText}
          interval={every - 1}
          tickLine={false}
          tick={<EdgeTick count={bars.length} text={tickText} />}
          className="stroke-line"
        />
        <YAxis
          width={68}
          allowDecimals={false}
          axisLine={false}
          tickLine={false}
          tickFormatter={(n: number) => figures.count(n)}
          tick={{ className: 'fill-text-quiet text-sm' }}
        />
        <ChartBar dataKey="n" isAnimationActive={false} shape={BarShape} />
        <Marks bars={bars} href={href} markProps={markProps} />
        <Lines lines={lines} bars={bars} bucketSeconds={spread.bucketSeconds} />
      </BarChart>
    </div>
  );
}

/** Defined at module level: a component created in each render would remount and lose keyboard focus. */
function BarShape({ x, y, width, height, payload }: BarShapeProps) {
  return <rect x={x} y={y} width={width} height={height} className={(payload as { tone: string }).tone} />;
}

/** A link over the full height of each bar, so that low bars are easy to hit. */
function Marks({ bars, href, markProps }: MarksProps) {
  const t = useTranslations('reports.spread');
  const figures = useFigures();
  const area = usePlotArea();
  if (!area) return null;
  const width = area.width / bars.length;
  return bars.map((bar, index) => {
    if (bar.n === 0) return null;
    const [from, n] = [figures.time(bar.from), figures.n(bar.n)];
    const label = bar.until === null ? t('barOpen', { from, n }) : t('bar', { from, to: figures.time(bar.until), n });
    return (
      <MarkLink key={bar.from} href={href(bar)} label={label} mark={markProps(index, 0)}>
        <rect
          className={MARK_EDGE}
          x={area.x + width * index}
          y={area.y}
          width={width}
          height={area.height}
          fill="transparent"
        />
      </MarkLink>
    );
  });
}

/** A bar's tick is at its left edge, where its range starts. */
function EdgeTick({
  x = 0,
  y = 0,
  payload,
  count,
  text,
}: {
  x?: number;
  y?: number;
  payload?: { value: number };
  count: number;
  text: (from: number) => string;
}) {
  const area = usePlotArea();
  if (!payload || !area) return null;
  return (
    <text x={x - area.width / count / 2} y={y + 12} textAnchor="middle" className="fill-text-quiet text-sm">
      {text(payload.value)}
    </text>
  );
}

function linesOf({ n, p50, p80, p95 }: Distribution, expected: number | null): LineAt[] {
  const percentiles = n >= MIN_COURSES ? { half: p50, fourInFive: p80, most: p95 } : {};
  return Object.entries({ ...percentiles, expected }).flatMap(([name, seconds]) =>
    seconds === null ? [] : [{ name: name as LineName, seconds }],
  );
}

/** Vertical lines with their labels above, each on its own line of text so that none overlap. */
function Lines({ lines, bars, bucketSeconds }: { lines: LineAt[]; bars: readonly Bar[]; bucketSeconds: number }) {
  const t = useTranslations('reports.spread');
  const figures = useFigures();
  const area = usePlotArea();
  if (!area) return null;
  const ordered = lines.toSorted((a, b) => a.seconds - b.seconds);
  return ordered.map(({ name, seconds }, index) => {
    const share = placeOn(bars, bucketSeconds, seconds) / bars.length;
    const x = area.x + area.width * share;
    const top = area.y - (ordered.length - index) * LINE_HEIGHT;
    const isRight = share > 0.5;
    const tone = name === 'expected' ? 'fill-mark stroke-mark' : 'fill-text stroke-text';
    return (
      <g key={name} className={tone} pointerEvents="none">
        <line
          x1={x}
          x2={x}
          y1={top}
          y2={area.y + area.height}
          strokeWidth={2}
          strokeDasharray={name === 'expected' ? '3 4' : undefined}
        />
        <text
          x={x + (isRight ? -6 : 6)}
          y={top + 11}
          textAnchor={isRight ? 'end' : 'start'}
          // The outline keeps a label readable where another line crosses it.
          className={`fill-text stroke-4 stroke-sheet text-sm [paint-order:stroke] ${name === 'expected' ? '' : 'font-semibold'}`}
        >
          {t(name, { time: figures.time(seconds) })}
        </text>
      </g>
    );
  });
}

/** Same shades as the bars by course: dark up to the median, lighter up to the 80th percentile, pale beyond. */
function toneOf({ from }: Bar, { n, p50, p80 }: Distribution): string {
  if (n < MIN_COURSES || p50 === null || p80 === null) return 'fill-band';
  if (from < p50) return 'fill-accent';
  return from < p80 ? 'fill-band' : 'fill-text-quiet/50';
}
