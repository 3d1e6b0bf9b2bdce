'use client';

import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAtNow } from '../live/live-context';
import { useElementSize } from '../screen/use-element-size';
import { useKeptFocus } from '../screen/use-kept-focus';
import type { PassRow } from './arrange';
import { doFit, type Fit, fitOf, linesIn, type Place, placesOf, ROW, type Room, stretchedPlaces } from './fit';
import { toneAt } from './hold-up';
import { COUNT } from './in-flight';
import { MORE_LINES, pageThatFits } from './page';
import { PLACED, placeStyle, Row } from './row';
import type { Scale } from './scale';
import { useInFlight } from './use-in-flight';

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
