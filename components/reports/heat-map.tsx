'use client';

import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { HeatCell } from '../../contract/reports';
import { addressOf, hourSpan } from '../manager/page-query';
import { PageLink } from '../page-link';
import { MIN_COURSES } from './figures';
import { cellFilter, coursesHref } from './links';
import { ChoiceLinks, Part } from './part';
import type { Report } from './report';
import { HEATS, type HeatOf } from './report-choices';
import { useArrows } from './use-arrows';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

const HEAD = 'overflow-hidden font-normal text-sm/normal text-text-quiet';

/** Weekdays by hours. Each cell shows its figure and links to its courses. */
export function HeatMap({ report, query, path }: { report: Report; query: URLSearchParams; path: string }) {
  const t = useTranslations('reports.heat');
  const names = useNames();
  const { heat, chosen, pageQuery } = report;
  const of = chosen.heat;
  const branch = pageQuery.branch ?? pageQuery.branches[0];
  const columns = columnsOf(heat);
  const cells = new Map(heat.map((cell) => [`${cell.weekday} ${columnOf(cell)}`, cell]));
  const [first] = heat;
  const { onKeyDown, markProps } = useArrows({
    x: first ? columns.indexOf(columnOf(first)) : 0,
    y: first?.weekday ?? 1,
  });
  const isTwice = ({ hour, isNextDay }: HeatCell) =>
    heat.some((other) => other.hour === hour && other.isNextDay !== isNextDay);
  const scale = heatScale(heat, of);
  const shortText = useShortText(of);
  const longest = Math.max(USUAL_DIGITS, ...heat.map((cell) => digitsIn(shortText(cell) ?? '')));

  return (
    <Part
      title={t(`title.${of}`)}
      lead={t(`lead.${of}`)}
      actions={
        <ChoiceLinks
          label={t('choose')}
          value={of}
          choices={HEATS.map((each) => ({
            value: each,
            label: t(each),
            href: addressOf(path, query, { heat: each === 'late' ? null : each }),
          }))}
        />
      }
    >
      {/* A long day on a phone scrolls sideways, and so do long figures, so that every figure is readable whole. */}
      <div className="overflow-x-auto print:overflow-visible">
        <table
          className="w-full min-w-(--least) table-fixed border-separate border-spacing-0.75 print:min-w-0"
          style={{ '--least': `${2.75 + (0.375 + 0.5 * longest) * columns.length}rem` } as CSSProperties}
          onKeyDown={onKeyDown}
        >
          <HoursHead columns={columns} />
          <tbody>
            {WEEKDAYS.map((weekday) => (
              <tr key={weekday}>
                <th scope="row" className={`${HEAD} sticky start-0 bg-sheet text-start`}>
                  <abbr className="no-underline" title={names.weekday(weekday)}>
                    {names.weekday(weekday, 'shortName')}
                  </abbr>
                </th>
                {columns.map((column, x) => {
                  const cell = cells.get(`${weekday} ${column}`);
                  const part = cell && isTwice(cell) ? ({ nextDay: cell.isNextDay ? 'yes' : 'no' } as const) : null;
                  return (
                    <td key={column} className="h-9 p-0 print:h-7">
                      {cell && (
                        <Cell
                          cell={cell}
                          of={of}
                          text={shortText(cell)}
                          step={stepOf(heatValue(cell, of), scale)}
                          href={coursesHref(query, { ...cellFilter(cell, of), ...part }) ?? path}
                          span={hourSpan(cell.hour, part?.nextDay ?? null, branch)}
                          mark={markProps(x, weekday)}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {of !== 'courses' && <p className="mt-3 text-sm text-text-quiet">{t('key')}</p>}
    </Part>
  );
}

function HoursHead({ columns }: { columns: readonly number[] }) {
  const t = useTranslations('reports.heat');
  return (
    <thead>
      <tr>
        <th scope="col" className="w-11">
          <span className="sr-only">{t('weekday')}</span>
        </th>
        {columns.map((column) => (
          <th key={column} scope="col" className={`${HEAD} text-center`}>
            {column % 24}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Every column has room for a figure of so many digits. */
const USUAL_DIGITS = 2;

/** The width of a figure in digits: a separator is half as wide. */
function digitsIn(text: string): number {
  return text.length - (text.match(/[^\d<>]/g)?.length ?? 0) / 2;
}

/** Formats the figure of a cell; null if there are too few courses. */
function useShortText(of: HeatOf): (cell: HeatCell) => string | null {
  const figures = useFigures();
  const format = {
    late: (rate: number) => figures.points(rate, 0),
    median: figures.shortMinutes,
    courses: (count: number) => figures.count(count),
  };
  return (cell) => {
    const value = heatValue(cell, of);
    return value === null ? null : format[of](value);
  };
}

type CellProps = {
  cell: HeatCell;
  of: HeatOf;
  text: string | null;
  step: ReturnType<typeof stepOf>;
  href: string;
  /** The clock times of its hour. */
  span: { from: string; to: string };
  mark: ReturnType<ReturnType<typeof useArrows>['markProps']>;
};

function Cell({ cell, of, text, step, href, span, mark }: CellProps) {
  const t = useTranslations('reports.heat.cell');
  const figures = useFigures();
  const names = useNames();
  const value = heatValue(cell, of);
  const values = { day: names.weekday(cell.weekday), hour: `${span.from}–${span.to}` };
  const n = figures.count(of === 'courses' ? cell.count : cell.measured);
  const isKnown = value !== null;
  const label = isKnown
    ? t(of, { ...values, n, count: cell.count, late: figures.share(value, 0), time: figures.time(value) })
    : t('few', { ...values, n: figures.n(cell.measured) });
  return (
    <PageLink
      href={href}
      className={`grid h-full place-items-center overflow-hidden rounded-sm text-sm/normal [print-color-adjust:exact] -outline-offset-1 outline-text hover:outline-3 ${step === null ? TOO_FEW : HEAT_COLOURS[of][step]}`}
      aria-label={label}
      title={label}
      {...mark}
    >
      {text !== null && <span>{text}</span>}
    </PageLink>
  );
}

const ACCENT = ['bg-accent/6', 'bg-accent/14', 'bg-accent/22', 'bg-accent/31', 'bg-accent font-bold text-on-accent'];
const TROUBLE = ['bg-trouble/6', 'bg-trouble/14', 'bg-trouble/22', 'bg-trouble/31', 'bg-trouble font-bold text-sheet'];

/** Colours of a cell by its step: shades of one colour on the sheet. */
export const HEAT_COLOURS: Readonly<Record<HeatOf, readonly string[]>> = {
  late: TROUBLE,
  median: ACCENT,
  courses: ACCENT,
};

/** A cell with too few courses for a value. */
const TOO_FEW = 'bg-[repeating-linear-gradient(-45deg,var(--color-line)_0_1px,transparent_1px_6px)]';

/** Shade of a cell: 0 to 4; null without a value. */
type Step = 0 | 1 | 2 | 3 | 4 | null;

const STEPS = 5;
/** Minimum range between the palest and the darkest shade: a quarter more courses late, or half as long again. */
const MIN_RATE_BETWEEN = 0.25;
const MIN_TIMES_BETWEEN = 1.5;

/** Value of a cell; null if there are too few courses. Medians in seconds, late shares from 0 to 1. */
export function heatValue({ count, measured, late, p50 }: HeatCell, of: HeatOf): number | null {
  if (of === 'courses') return count;
  if (measured < MIN_COURSES) return null;
  return of === 'late' ? late / measured : p50;
}

/** Scale of a map from its palest to its darkest value. */
export function heatScale(cells: readonly HeatCell[], of: HeatOf): { least: number; most: number } {
  const values = cells.map((cell) => heatValue(cell, of)).filter((value) => value !== null);
  const longest = Math.max(0, ...values);
  if (of === 'courses') return { least: 0, most: longest };
  // The map shows the worst places: the best one is the palest, and one that is hardly worse is no darker.
  const least = Math.min(longest, ...values);
  const darkest = of === 'late' ? least + MIN_RATE_BETWEEN : least * MIN_TIMES_BETWEEN;
  return { least, most: Math.max(longest, darkest) };
}

/** Shade of a value on the scale. */
export function stepOf(value: number | null, { least, most }: { least: number; most: number }): Step {
  if (value === null) return null;
  if (most <= least) return 0;
  return Math.min(STEPS - 1, Math.floor(((value - least) / (most - least)) * STEPS)) as Step;
}

/** The column of a cell: its hour, and 24 more after midnight. */
function columnOf({ hour, isNextDay }: Pick<HeatCell, 'hour' | 'isNextDay'>): number {
  return isNextDay ? hour + 24 : hour;
}

/** Columns with courses and those in between, in the order of the business day. */
export function columnsOf(cells: readonly HeatCell[]): number[] {
  const columns = cells.map(columnOf);
  const first = Math.min(...columns);
  const last = Math.max(...columns);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
