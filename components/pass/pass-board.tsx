'use client';

import { type CSSProperties, Fragment, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { useAtNow, useLive, useSeenAtNow } from '../live/live-context';
import { useKeptFocus } from '../screen/moving-elements';
import { useElementSize } from '../screen/use-size';
import {
  FirstOf,
  isNamedAfterCounter,
  shortPlace,
  useCourseName,
  useMarkText,
  usePlaceName,
} from '../ticket/ticket-names';
import { Since } from '../ticket/ticking';
import { Cell } from './cell';
import { type HoldUp, holdUpAt, type InFlight, inFlightAt, type Tone, toneAt } from './course-state';
import type { PassRow } from './pass-rows';
import {
  cellsIn,
  doFit,
  type Fit,
  fitOf,
  linesIn,
  MORE_LINES,
  type Place,
  pageThatFits,
  placesOf,
  ROW,
  type Room,
  type Scale,
  spansIn,
  stretchedPlaces,
} from './row-layout';

type Props = { rows: readonly PassRow[]; scale: Scale; columns: number; empty: ReactNode; below: ReactNode };

/**
 * The rows, laid out for this screen: a handheld screen scrolls, and a fixed one counts the rows that do not fit.
 * `empty` takes their place while there are none. `below` is the quiet line under them, whose open list stays open while
 * rows come and go.
 */
export function PassBoard({ rows, scale, columns, empty, below }: Props) {
  const [room, place] = useElementSize<HTMLDivElement>();
  const fit = useFit(rows, room, scale, columns);
  return (
    // On a handheld the line below the rows scrolls with them; on a fixed screen it has its own room.
    <div
      className={scale.hangs ? 'relative grid h-full grid-cols-1 grid-rows-[minmax(0,1fr)_auto]' : 'relative h-full'}
    >
      <div ref={place} className={`pointer-events-none [grid-area:1/1] ${scale.hangs ? '' : 'absolute inset-0'}`} />
      {rows.length === 0 ? (
        <div className="h-full [grid-area:1/1]">{empty}</div>
      ) : (
        fit && <Rows rows={rows} fit={fit} turns={scale.hangs} />
      )}
      {below}
    </div>
  );
}

/** Keeps the text size stable until the screen changes. */
function useFit(rows: readonly PassRow[], room: Room, scale: Scale, columns: number): Fit | null {
  const kept = useRef<{ key: string; fit: Fit } | null>(null);
  return useMemo(() => {
    if (room.width === 0 || rows.length === 0) return null;
    const key = JSON.stringify([room, scale, columns]);
    const before = kept.current?.key === key ? kept.current.fit.size : null;
    const courses = rows.map((row) => row.courses);
    const fit = fitOf(courses, room, scale, columns, before);
    kept.current = { key, fit };
    return fit;
  }, [rows, room, scale, columns]);
}

type RowsProps = { rows: readonly PassRow[]; fit: Fit; turns: boolean };

function Rows({ rows, fit: usual, turns }: RowsProps) {
  const [turned, setTurned] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list, 'button');
  const isPaged = useMemo(() => turns && !doFit(linesOf(rows, usual), usual), [rows, usual, turns]);
  // The next rush begins with the first page.
  if (!isPaged && turned > 0) setTurned(0);
  const troubled = useAtNow((now) => (isPaged ? troubledAt(rows, now) : ''), '');
  const { shown, more, fit, places } = useMemo(() => {
    const page = isPaged
      ? pageThatFits(rows, usual, turned, new Set(troubled.split('\n')))
      : { shown: rows, more: [], fit: usual };
    const lines = [...linesOf(page.shown, page.fit), ...(page.more.length > 0 ? [MORE_LINES] : [])];
    return { ...page, places: turns ? stretchedPlaces(lines, page.fit) : placesOf(lines, page.fit) };
  }, [rows, usual, turned, troubled, isPaged, turns]);
  const sizes = {
    '--size': `${fit.size}px`,
    '--name': `${fit.name}px`,
    '--target': `${fit.target}px`,
    '--columns': fit.columns,
    '--units': fit.units,
    '--between': `${ROW.between}em`,
    '--gap': `${ROW.gap}em`,
    height: Math.max(...places.map(({ top, height }) => top + height)),
  };
  return (
    <ul
      ref={list}
      className="relative text-(length:--size) [grid-area:1/1] leading-[1.15] font-stretch-84%"
      style={sizes as CSSProperties}
    >
      {shown.map((row, index) => (
        <Row key={row.key} row={row} units={fit.units} {...(places[index] as Place)} />
      ))}
      {more.length > 0 && (
        <More rows={more} place={places[shown.length] as Place} turn={() => setTurned((times) => times + 1)} />
      )}
    </ul>
  );
}

function linesOf(rows: readonly PassRow[], fit: Fit): number[] {
  return linesIn(
    rows.map(({ courses }) => courses),
    fit,
  );
}

/** A count that stands out. */
const COUNT = 'rounded-[0.25em] px-4.5 font-bold not-italic';

/** Absolutely placed: a row that needs more room does not move its neighbours. */
const PLACED =
  'absolute left-[calc((100%+var(--gap))/var(--columns)*var(--column))] w-[calc((100%+var(--gap))/var(--columns)-var(--gap))]';

function More({ rows, place, turn }: { rows: readonly PassRow[]; place: Place; turn: () => void }) {
  const t = useTranslations('pass');
  const { ready, late, tooLong } = useInFlight(rows);
  return (
    <li className={`grid ${PLACED}`} style={placeStyle(place)}>
      <button
        type="button"
        className="flex flex-wrap content-center items-center justify-center gap-x-6 gap-y-2 rounded-[0.32em] border-(--quiet) border-2 border-dashed"
        onClick={turn}
      >
        <b className="text-[1.3em]">{t('more', { count: rows.length })}</b>
        {late > 0 && <em className={`${COUNT} on-late`}>{t('late', { count: late })}</em>}
        {ready > 0 && <em className={`${COUNT} on-ready-badge`}>{t('ready', { count: ready })}</em>}
        {tooLong > 0 && <em className={`${COUNT} on-late`}>{t('tooLong', { count: tooLong })}</em>}
      </button>
    </li>
  );
}

/** Keys of the rows with a ready or late course, one per line. */
function troubledAt(rows: readonly PassRow[], now: number): string {
  return rows
    .filter(({ courses }) => toneAt(courses, now) !== 'calm')
    .map(({ key }) => key)
    .join('\n');
}

/** Inline style that places a row. */
function placeStyle({ column, top, height }: Place): CSSProperties {
  return { '--column': column, top, height } as CSSProperties;
}

type RowProps = Place & { row: PassRow; units: number };

const TABS: Readonly<Record<Tone, string>> = {
  calm: '',
  ready: 'on-ready',
  'ready-warn': 'inset-shadow-[0.18em_0_var(--color-warn)] on-ready',
  late: 'on-late',
};

type Seen = { tone: Tone; holdUp: HoldUp | null };

const FIRST_SEEN: Seen = { tone: 'calm', holdUp: null };

/** A table with its courses and what holds it up. Memoized: it renders again only if the row itself changed. */
const Row = memo(function Row({ row, units, ...place }: RowProps) {
  const { courses } = row;
  const t = useTranslations('pass');
  const screen = useLive((view) => view.screen?.id ?? null);
  const placeName = usePlaceName()(row.place);
  const { tone, holdUp } = useSeenAtNow<Seen>(
    (now) => ({ tone: toneAt(courses, now), holdUp: holdUpAt(courses, now, screen) }),
    FIRST_SEEN,
  );
  const { shown, folded } = cellsIn(courses, units);
  const spans = spansIn(shown, units);
  const earlier = folded + row.earlier;
  return (
    <li
      className={`grid min-w-0 grid-cols-[4.2em_minmax(0,1fr)] content-center gap-x-4.5 gap-y-1.5 overflow-clip rounded-[0.32em] pt-3 pr-4.5 pb-3.5 [contain:layout_style] *:not-first:col-start-2 on-card duration-200 ease-out motion-safe:transition-[top,left] ${PLACED}`}
      data-tone={tone}
      style={placeStyle(place)}
    >
      {/* Its colour says from a distance whether somebody must come, and the words beside it say why. */}
      <div className={`absolute inset-y-0 left-0 grid w-[4.2em] content-center ps-4.5 pe-3 ${TABS[tone]}`}>
        <Where row={row} name={placeName} />
        <Guests row={row} />
      </div>
      <div className="flex h-[calc(var(--name)*1.2)] min-w-0 items-center gap-5 empty:hidden">
        <Name row={row} />
        <Changes courses={courses} />
        {earlier > 0 && <Earlier count={earlier} />}
      </div>
      {holdUp && (
        <p className="flex h-[1.15em] min-w-0 items-center whitespace-nowrap tabular-nums">
          <HoldLine holdUp={holdUp} />
        </p>
      )}
      <ul
        className="grid grid-cols-[repeat(var(--units),minmax(0,1fr))] content-start gap-(--between)"
        aria-label={t('coursesOf', { place: placeName })}
      >
        {shown.map((ticket, index) => (
          <Cell key={ticket.id} ticket={ticket} span={spans[index] ?? units} />
        ))}
      </ul>
    </li>
  );
});

/** Number of characters at full size; longer text is smaller. */
const MAX_IN_PLACE = 3;
/** Width of the separator before the part of a table, in characters of that part. */
const DOT = 0.5;

function Where({ row, name }: { row: PassRow; name: string }) {
  const { number, part } = shortPlace(row.place);
  const length = number.length + (part === null ? 0 : (part.length + DOT) / 2);
  const size =
    length <= MAX_IN_PLACE
      ? 'whitespace-nowrap text-[2.1em]'
      : length <= MAX_IN_PLACE * 2
        ? 'whitespace-nowrap text-[1.45em]'
        : 'wrap-anywhere max-h-[3em] text-[max(0.85em,var(--least))]';
  return (
    <h2 className={`overflow-hidden font-extrabold leading-none font-stretch-78% ${size}`} aria-label={name}>
      {number}
      {part !== null && <small className="font-bold text-[max(0.55em,var(--least))]">·{part}</small>}
    </h2>
  );
}

/** Name of the party; none at the counter, or if the course is named after it. */
function Name({ row: { party, courses } }: { row: PassRow }) {
  const t = useTranslations('ticket');
  if (party) return party.name && <Whole>{party.name}</Whole>;
  if (courses.some(({ course }) => isNamedAfterCounter(course))) return null;
  return <span className="text-quiet">{t('counter')}</span>;
}

/** Whole unless the row itself is too narrow for it. */
function Whole({ children }: { children: ReactNode }) {
  return (
    <bdi className="min-w-0 truncate font-semibold text-(length:--name) leading-[1.2]" data-main>
      {children}
    </bdi>
  );
}

const ROW_MARKS = ['moved', 'renamed', 'guests'] as const;

/** Changes at a table with an open course: the first in words, the others as a number. */
function Changes({ courses }: { courses: readonly Ticket[] }) {
  const markText = useMarkText();
  const open = courses.filter(({ closedAt }) => closedAt === null);
  const texts = ROW_MARKS.flatMap((mark) => {
    const ticket = open.find(({ marks }) => marks.includes(mark));
    return ticket ? markText(ticket, mark) : [];
  });
  if (texts.length === 0) return null;
  return (
    <span className="relative min-w-[2.5em] shrink-9 truncate rounded-[0.22em] border-[0.1em] border-current px-3.5 font-bold text-[max(0.76em,var(--least))] leading-[1.2]">
      <FirstOf texts={texts} />
    </span>
  );
}

function Guests({ row: { party } }: { row: PassRow }) {
  const t = useTranslations('ticket');
  if (party?.guests == null) return null;
  // A hundred guests take two lines.
  return (
    <p className="overflow-hidden text-[max(0.85em,var(--least))] text-quiet leading-[1.1]">
      {t('guests', { count: party.guests })}
    </p>
  );
}

const MAX_DOTS = 4;

/** Dots for courses served before, which show how far the table is. */
function Earlier({ count }: { count: number }) {
  const t = useTranslations('pass');
  return (
    <span className="ms-auto me-1.5 flex flex-none gap-2.5" role="img" aria-label={t('earlier', { count })}>
      {Array.from({ length: Math.min(count, MAX_DOTS) }, (_, dot) => dot).map((dot) => (
        <i key={dot} className="aspect-square w-[0.55em] rounded-full bg-dot-done" />
      ))}
    </span>
  );
}

/** Longest course name for the sentence; a longer one uses the kitchen's abbreviation. */
const MAX_NAME_LENGTH = 9;
/** However long the name is, the time after it stays visible. */
const NAME = 'inline-block max-w-65 truncate align-bottom';

/** Placeholders in the translated sentence; private-use characters occur in no message. */
const MARKS = { course: '\uE000', name: '\uE001', time: '\uE002' };

/** A sentence that says what holds a table up, with the elapsed time. */
function HoldLine({ holdUp }: { holdUp: HoldUp }) {
  const t = useTranslations('holdUp');
  const courseName = useCourseName();
  const { course, since, why } = holdUp;
  const isLong = course.name !== null && course.name.length > MAX_NAME_LENGTH;
  const shortName = isLong && course.abbreviation ? course.abbreviation : courseName(course);
  const parts: Record<string, ReactNode> = {
    [MARKS.course]: <bdi className={NAME}>{shortName}</bdi>,
    [MARKS.name]: 'by' in holdUp && <bdi className={NAME}>{holdUp.by.name}</bdi>,
    [MARKS.time]: since === null ? '–' : <Since at={since} />,
  };
  const sentence = t(why === 'collected' && holdUp.by.isHere ? 'gone' : why, MARKS);
  return (
    <strong className="min-w-0 flex-1 truncate font-bold font-stretch-76%">
      {sentence.split(/([\uE000-\uE002])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their positions
        <Fragment key={index}>{parts[part] ?? part}</Fragment>
      ))}
    </strong>
  );
}

/** Number of courses cooking and late ones of these, and of courses on the pass and those there for too long. */
export function InFlightCounts({ rows }: { rows: readonly PassRow[] }) {
  const t = useTranslations('pass');
  const { cooking, ready, late, tooLong } = useInFlight(rows);
  const tables = new Set(rows.flatMap(({ place: { table } }) => (table ? tableKey(table) : []))).size;
  return (
    <ul
      className="flex flex-wrap gap-x-9 gap-y-1.5 font-semibold text-[max(1.15em,var(--least))] tabular-nums font-stretch-85%"
      aria-label={t('inFlight')}
    >
      {tables > 0 && <li>{t('tables', { count: tables })}</li>}
      <li>{t('cooking', { count: cooking })}</li>
      {late > 0 && <li className={`${COUNT} on-late`}>{t('late', { count: late })}</li>}
      <li className={ready > 0 ? `${COUNT} on-ready-badge` : undefined}>{t('ready', { count: ready })}</li>
      {tooLong > 0 && <li className={`${COUNT} on-late`}>{t('tooLong', { count: tooLong })}</li>}
    </ul>
  );
}

const NOTHING: InFlight = { cooking: 0, ready: 0, late: 0, tooLong: 0 };

/** Counts of these rows' courses, updated every second. */
function useInFlight(rows: readonly PassRow[]): InFlight {
  return useSeenAtNow((now) => inFlightAt(coursesOf(rows), now), NOTHING);
}

function coursesOf(rows: readonly PassRow[]) {
  return rows.flatMap(({ courses }) => courses);
}
