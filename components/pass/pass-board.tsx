'use client';

import { type CSSProperties, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { togetherIn } from '../../domain/together';
import { useAtNow, useLive, useSeenAtNow } from '../live/live-context';
import { useKeptFocus } from '../screen/moving-elements';
import { useElementSize } from '../screen/use-size';
import {
  FirstOf,
  isNamedAfterCounter,
  NamedText,
  shortPlace,
  useCourseName,
  useMarkText,
  usePlaceName,
} from '../ticket/ticket-names';
import { durationText } from '../ticket/timer-text';
import { Cell } from './cell';
import { type HoldUp, holdUpAt, type InFlight, inFlightAt, type Tone, toneAt } from './course-state';
import type { PassRow } from './pass-rows';
import {
  type Column,
  doFit,
  type Fit,
  fitOf,
  heldFit,
  LEAST,
  linesIn,
  MORE_LINES,
  type Place,
  pageThatFits,
  placesOf,
  ROW,
  type Room,
  type Scale,
  type Shown,
  shownIn,
} from './row-layout';

type Props = { rows: readonly PassRow[]; scale: Scale; lists: number; empty: ReactNode; below: ReactNode };

/**
 * The rows, laid out for this screen: a handheld screen scrolls, and a fixed one counts the rows that do not fit.
 * `empty` takes their place while there are none. `below` is the quiet line under them, whose open list stays open while
 * rows come and go.
 */
export function PassBoard({ rows, scale, lists, empty, below }: Props) {
  const [room, place] = useElementSize<HTMLDivElement>();
  const fit = useFit(rows, room, scale, lists);
  return (
    // On a handheld the line below the rows scrolls with them; on a fixed screen it has its own room.
    <div
      className={scale.hangs ? 'relative grid h-full grid-cols-1 grid-rows-[minmax(0,1fr)_auto]' : 'relative h-full'}
    >
      <div ref={place} className={`pointer-events-none [grid-area:1/1] ${scale.hangs ? '' : 'absolute inset-0'}`} />
      {rows.length === 0 ? (
        <div className="h-full [grid-area:1/1]">{empty}</div>
      ) : (
        fit && <Rows rows={rows} fit={fit} scale={scale} />
      )}
      {below}
    </div>
  );
}

/** Keeps the text size stable until the screen changes. */
function useFit(rows: readonly PassRow[], room: Room, scale: Scale, lists: number): Fit | null {
  const kept = useRef<{ key: string; fit: Fit } | null>(null);
  return useMemo(() => {
    if (room.width === 0 || rows.length === 0) return null;
    if (!scale.hangs) return heldFit(rows, room, scale, lists);
    const key = JSON.stringify([room, scale, lists]);
    const before = kept.current?.key === key ? kept.current.fit.size : null;
    const fit = fitOf(rows, room, scale, lists, before);
    kept.current = { key, fit };
    return fit;
  }, [rows, room, scale, lists]);
}

type RowsProps = { rows: readonly PassRow[]; fit: Fit; scale: Scale };

function Rows({ rows, fit, scale: { hangs, target } }: RowsProps) {
  const [turned, setTurned] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list, 'button');
  const isPaged = useMemo(() => hangs && !doFit(linesIn(rows, fit), fit), [rows, fit, hangs]);
  // The next rush begins with the first page.
  if (!isPaged && turned > 0) setTurned(0);
  const troubled = useAtNow((now) => (isPaged ? troubledAt(rows, now) : ''), '');
  const { shown, more, places } = useMemo(() => {
    const page = isPaged ? pageThatFits(rows, fit, turned, new Set(troubled.split('\n'))) : { shown: rows, more: [] };
    if (!hangs) return { ...page, places: [] };
    return {
      ...page,
      places: placesOf([...linesIn(page.shown, fit), ...(page.more.length > 0 ? [MORE_LINES] : [])], fit),
    };
  }, [rows, fit, turned, troubled, isPaged, hangs]);
  const { columns } = fit;
  const sizes = {
    '--size': `${fit.size}px`,
    '--least': `${fit.size * LEAST}px`,
    '--line': hangs ? `${(places[0]?.height ?? 0) / (linesIn(shown, fit)[0] ?? 1)}px` : `${target}px`,
    '--lists': fit.lists,
    '--between': `${ROW.between * fit.size}px`,
    '--row': columns && [ROW.head, ...columns.map(() => ROW.cell), ROW.why].map((of) => `minmax(0, ${of}fr)`).join(' '),
  };
  const across = hangs ? Array.from({ length: fit.lists }, (_, index) => index) : [0];
  return (
    <div
      className="relative text-(length:--size) [grid-area:1/1] leading-none font-stretch-78%"
      style={sizes as CSSProperties}
    >
      {columns && across.map((index) => <Titles key={index} columns={columns} list={index} hangs={hangs} />)}
      <ul
        ref={list}
        className={hangs ? undefined : 'grid grid-cols-[repeat(var(--lists),minmax(0,1fr))] gap-x-[0.3em]'}
      >
        {shown.map((row, index) => (
          <Row key={row.key} row={row} columns={columns} place={places[index]} />
        ))}
        {more.length > 0 && (
          <More rows={more} place={places[shown.length] as Place} turn={() => setTurned((times) => times + 1)} />
        )}
      </ul>
    </div>
  );
}

/** The place of a row, or of the titles of a list, in its list. */
const IN_LIST =
  'absolute left-[calc((100%+var(--between))/var(--lists)*var(--list))] w-[calc((100%+var(--between))/var(--lists)-var(--between))]';
const IN_COLUMNS = 'grid grid-cols-(--row)';

/** The names of the columns; screen readers get them in each cell. */
function Titles({ columns, list, hangs }: { columns: readonly Column[]; list: number; hangs: boolean }) {
  return (
    <div
      className={`${IN_COLUMNS} h-[0.84em] items-center text-quiet ${hangs ? IN_LIST : 'sticky top-0 z-1 on-ground'}`}
      style={{ '--list': list } as CSSProperties}
      aria-hidden="true"
    >
      {columns.map(({ title, numbers }) => (
        <span
          key={numbers.join()}
          className="truncate px-[0.35em] font-semibold text-(length:--least) leading-[1.15] first:col-start-2"
        >
          {title}
        </span>
      ))}
    </div>
  );
}

/** A count that stands out. */
const COUNT = 'rounded-[0.25em] px-4.5 font-bold not-italic';

function More({ rows, place, turn }: { rows: readonly PassRow[]; place: Place; turn: () => void }) {
  const t = useTranslations('pass');
  const { ready, late, tooLong } = useInFlight(rows);
  return (
    <li className={`grid ${IN_LIST}`} style={placeStyle(place)}>
      <button
        type="button"
        className="flex items-center justify-center gap-x-[0.5em] whitespace-nowrap rounded-[0.16em] border-(--quiet) border-2 border-dashed text-(length:--least)"
        onClick={turn}
      >
        <b>{t('more', { count: rows.length })}</b>
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
function placeStyle({ list, top, height }: Place): CSSProperties {
  return { '--list': list, top, height } as CSSProperties;
}

/** `place` is null on a handheld, whose rows scroll. */
type RowProps = { row: PassRow; columns: readonly Column[] | null; place: Place | undefined };

const TABS: Readonly<Record<Tone, string>> = {
  calm: '',
  ready: 'on-ready',
  'ready-warn': 'inset-shadow-[0.12em_0_var(--color-warn)] on-ready',
  late: 'on-late',
};

type Seen = { tone: Tone; holdUp: HoldUp | null; handsInSeconds: number | null };

const FIRST_SEEN: Seen = { tone: 'calm', holdUp: null, handsInSeconds: null };

/** A party in one line: its table, its courses, and what holds it up. Memoized: it renders only if the row changed. */
const Row = memo(function Row({ row, columns, place }: RowProps) {
  const { courses } = row;
  const t = useTranslations('pass');
  const of = useTranslations('ticket');
  const screen = useLive((view) => view.screen?.id ?? null);
  const placeName = usePlaceName()(row.place);
  const { tone, holdUp, handsInSeconds } = useSeenAtNow<Seen>((now) => {
    const handsIn = togetherIn(courses, now);
    return {
      tone: toneAt(courses, now),
      holdUp: holdUpAt(courses, now, screen),
      handsInSeconds: handsIn === null ? null : Math.ceil(handsIn / 1000),
    };
  }, FIRST_SEEN);
  return (
    <li
      className={`min-w-0 overflow-clip border-line border-b [contain:layout_style] on-sheet ${place ? `duration-200 ease-out motion-safe:transition-[top,left] ${IN_LIST}` : ''} ${columns ? IN_COLUMNS : 'mb-[0.35em] grid grid-cols-[minmax(0,1fr)_auto] rounded-[0.2em]'} ${handsInSeconds === null ? '' : 'rounded-[0.2em] outline-[0.08em] outline-together -outline-offset-[0.08em]'}`}
      data-tone={tone}
      data-together={handsInSeconds !== null || undefined}
      style={place && placeStyle(place)}
    >
      <div className={`flex min-w-0 items-center gap-[0.3em] ${columns ? 'min-h-(--line)' : 'min-h-[1.9em]'}`}>
        <Where row={row} name={placeName} tab={TABS[tone]} />
        <Guests row={row} />
        {/* What has no room is left out whole. */}
        <span className="flex h-[1.3em] min-w-0 flex-1 flex-wrap overflow-hidden text-(length:--least) leading-[1.3]">
          <span className="h-full w-0" />
          <Name row={row} />
        </span>
      </div>
      <ul
        className={
          columns
            ? 'contents'
            : 'order-1 col-span-2 grid grid-cols-[repeat(auto-fill,minmax(5.4em,1fr))] gap-[0.15em] p-[0.15em]'
        }
        aria-label={t('coursesOf', { place: placeName })}
      >
        {columns
          ? columns.map((column, index) => (
              <InColumn key={column.numbers.join()} {...shownIn(row, column)} name={column.name} index={index} />
            ))
          : courses.map((ticket) => (
              <li key={ticket.id}>
                <Cell ticket={ticket} isNamed />
              </li>
            ))}
      </ul>
      <p className="-col-end-1 row-start-1 flex h-[1.3em] min-w-0 flex-wrap gap-x-[0.6em] self-center overflow-hidden px-[0.25em] font-semibold text-(length:--least) leading-[1.3] font-stretch-76%">
        {handsInSeconds === null ? (
          holdUp && <Reason holdUp={holdUp} />
        ) : (
          <strong className="truncate tabular-nums">
            {of('handsIn', { time: durationText(handsInSeconds * 1000) })}
          </strong>
        )}
        <Changes courses={courses} />
      </p>
    </li>
  );
});

/** The courses of a row in one of its columns, below each other. `name`: the course that the title of the column names. */
function InColumn({ tickets, isEarlier, name, index }: Shown & { name: string | null; index: number }) {
  const t = useTranslations('pass');
  if (tickets.length === 0 && !isEarlier) return null;
  return (
    <li className="row-start-1 min-w-0 self-center" style={{ gridColumn: index + 2 }}>
      {tickets.map((ticket) => (
        <Cell key={ticket.id} ticket={ticket} isNamed={ticket.course.abbreviation !== name} />
      ))}
      {isEarlier && (
        <span className="px-[0.27em] text-quiet" role="img" aria-label={t('earlier')}>
          ✓
        </span>
      )}
    </li>
  );
}

/** Number of characters at full width, and at full size; longer text is narrower, then smaller. */
const MAX_IN_PLACE = [4, 7] as const;

/** The table. Its colour says from a distance whether somebody must come, and the words at the end of the row say why. */
function Where({ row, name, tab }: { row: PassRow; name: string; tab: string }) {
  const { number, part } = shortPlace(row.place);
  const length = number.length + (part === null ? 0 : part.length + 1);
  const [wide, large] = MAX_IN_PLACE;
  const type = length > large ? 'wrap-anywhere text-(length:--least)' : 'whitespace-nowrap';
  return (
    <h2
      className={`flex min-w-[2.3em] max-w-[3.4em] flex-none items-center self-stretch overflow-hidden px-[0.2em] font-extrabold leading-none ${type} ${length > wide ? 'font-stretch-62%' : ''} ${tab}`}
      aria-label={name}
    >
      {number}
      {part !== null && `·${part}`}
    </h2>
  );
}

/** Name of the party; none at the counter, or if the course is named after it. */
function Name({ row: { party, courses } }: { row: PassRow }) {
  const t = useTranslations('ticket');
  if (party) return party.name && <bdi className="font-semibold">{party.name}</bdi>;
  if (courses.some(({ course }) => isNamedAfterCounter(course))) return null;
  return <span className="text-quiet">{t('counter')}</span>;
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
    <span className="max-w-full truncate rounded-[0.2em] px-[0.3em] font-bold inset-ring-[0.06em]">
      <FirstOf texts={texts} />
    </span>
  );
}

function Guests({ row: { party } }: { row: PassRow }) {
  const t = useTranslations('pass');
  const of = useTranslations('ticket');
  if (party?.guests == null) return null;
  return (
    <span
      className="flex-none text-(length:--least) text-quiet"
      role="img"
      aria-label={of('guests', { count: party.guests })}
    >
      {t('people', { count: party.guests })}
    </span>
  );
}

/** What holds a table up, in a few words: the timers are in its columns. */
function Reason({ holdUp }: { holdUp: HoldUp }) {
  const t = useTranslations('holdUp');
  const courseName = useCourseName();
  const { course, why } = holdUp;
  const isOurs = 'by' in holdUp && holdUp.by.isHere;
  const name = 'by' in holdUp && !isOurs ? holdUp.by.name : '';
  const text = t(isOurs ? 'gone' : why, { course: course.abbreviation ?? courseName(course), name });
  return (
    <strong className="min-w-0 truncate font-semibold">
      {name === '' ? text : <NamedText name={name} text={text} />}
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
      className="flex flex-wrap items-center gap-x-9 gap-y-1.5 font-semibold text-[1.05em] tabular-nums font-stretch-85%"
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
