'use client';

import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAtNow } from '../live/live-context';
import { useElementSize } from '../screen/use-element-size';
import type { PassRow } from './arrange';
import { doFit, type Fit, fitOf, linesIn, type Place, placesOf, ROW, type Room, stretchedPlaces } from './fit';
import { toneAt } from './hold-up';
import { MORE_LINES, pageThatFits } from './page';
import css from './pass.module.css';
import { placeStyle, Row } from './row';
import type { Scale } from './scale';
import { useInFlight } from './use-in-flight';

type Props = { rows: readonly PassRow[]; scale: Scale; columns: number; below: ReactNode };

/**
 * The rows, laid out for this screen: a handheld screen scrolls, and a fixed one counts the rows that do not fit.
 * `below` is the quiet line under them.
 */
export function PassBoard({ rows, scale, columns, below }: Props) {
  const [room, place] = useElementSize<HTMLDivElement>();
  const fit = useFit(rows, room, scale, columns);
  return (
    <div className={css.board} data-hangs={scale.hangs || undefined}>
      <div ref={place} className={css.room} />
      {fit && <Rows rows={rows} fit={fit} turns={scale.hangs} />}
      {below}
    </div>
  );
}

/** Keeps the text size stable until the screen changes. */
function useFit(rows: readonly PassRow[], room: Room, scale: Scale, columns: number): Fit | null {
  const kept = useRef<{ key: string; fit: Fit } | null>(null);
  return useMemo(() => {
    if (room.width === 0) return null;
    const key = JSON.stringify([room, scale, columns]);
    const before = kept.current?.key === key ? kept.current.fit.size : null;
    const courses = rows.map((row) => row.courses);
    const fit = fitOf(courses, room, scale, columns, before);
    kept.current = { key, fit };
    return fit;
  }, [rows, room, scale, columns]);
}

type RowsProps = { rows: readonly PassRow[]; fit: Fit; turns: boolean };

function Rows({ rows, fit, turns }: RowsProps) {
  const [turned, setTurned] = useState(0);
  const isPaged = useMemo(() => turns && !doFit(linesOf(rows, fit), fit), [rows, fit, turns]);
  const troubled = useAtNow((now) => (isPaged ? troubledAt(rows, now) : ''), '');
  const { shown, more, places } = useMemo(() => {
    const page = isPaged ? pageThatFits(rows, fit, turned, new Set(troubled.split('\n'))) : { shown: rows, more: [] };
    const lines = [...linesOf(page.shown, fit), ...(page.more.length > 0 ? [MORE_LINES] : [])];
    return { ...page, places: turns ? stretchedPlaces(lines, fit) : placesOf(lines, fit) };
  }, [rows, fit, turned, troubled, isPaged, turns]);
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
    <ul className={css.rows} style={sizes as CSSProperties}>
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
  const { ready, late } = useInFlight(rows);
  return (
    <li className={css.moreItem} style={placeStyle(place)}>
      <button type="button" className={css.more} onClick={turn}>
        <b>{t('more', { count: rows.length })}</b>
        {late > 0 && <em data-count="late">{t('late', { count: late })}</em>}
        {ready > 0 && <em data-count="ready">{t('ready', { count: ready })}</em>}
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
