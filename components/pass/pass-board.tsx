'use client';

import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAtNow, useSeenAtNow } from '../live/live-context';
import { pageOf } from '../wall/arrange';
import type { PassRow } from './arrange';
import { type InFlight, inFlightAt } from './course-state';
import { type Fit, fitOf, ROW, type Room, type Scale } from './fit';
import { toneAt } from './hold-up';
import css from './pass.module.css';
import { Row } from './row';
import { useRoom } from './use-room';

type Props = { rows: readonly PassRow[]; scale: Scale; columns: number };

/** The rows as they fit the screen that this is: one in the hand scrolls, one that hangs tells what does not fit. */
export function PassBoard({ rows, scale, columns }: Props) {
  const [room, place] = useRoom();
  const fit = useFit(rows, room, scale, columns);
  return (
    <div ref={place} className={css.board}>
      {fit && <Rows rows={rows} fit={fit} target={scale.target} turns={scale.hangs} />}
    </div>
  );
}

/** Holds on to the size of its type, unless the screen is another. */
function useFit(rows: readonly PassRow[], room: Room | null, scale: Scale, columns: number): Fit | null {
  const kept = useRef<{ key: string; fit: Fit } | null>(null);
  return useMemo(() => {
    if (room === null) return null;
    const key = JSON.stringify([room, scale, columns]);
    const before = kept.current?.key === key ? kept.current.fit.size : null;
    const courses = rows.map((row) => row.courses);
    const fit = fitOf(courses, room, scale, columns, before);
    kept.current = { key, fit };
    return fit;
  }, [rows, room, scale, columns]);
}

function Rows({ rows, fit, target, turns }: { rows: readonly PassRow[]; fit: Fit; target: number; turns: boolean }) {
  const [turned, setTurned] = useState(0);
  const isPaged = turns && rows.length > fit.places;
  const troubled = useAtNow((now) => (isPaged ? troubledAt(rows, now) : ''), '');
  const jumps = new Set(troubled.split('\n'));
  const { shown, more } = isPaged
    ? pageOf(rows, fit.places, turned, ({ key }) => jumps.has(key))
    : { shown: rows, more: [] };
  const sizes = {
    '--size': `${fit.size}px`,
    '--target': `${target}px`,
    '--columns': fit.columns,
    '--units': fit.units,
    '--unit': `${ROW.unit}em`,
    '--between': `${ROW.between}em`,
  };
  return (
    <ul className={css.rows} style={sizes as CSSProperties}>
      {shown.map((row) => (
        <Row key={row.key} row={row} units={fit.units} />
      ))}
      {more.length > 0 && <More rows={more} turn={() => setTurned((times) => times + 1)} />}
    </ul>
  );
}

const NOTHING: InFlight = { cooking: 0, ready: 0, late: 0 };

function More({ rows, turn }: { rows: readonly PassRow[]; turn: () => void }) {
  const words = useTranslations('pass');
  const { ready, late } = useSeenAtNow(
    (now) =>
      inFlightAt(
        rows.flatMap(({ courses }) => courses),
        now,
      ),
    NOTHING,
  );
  return (
    <li className={css.moreItem}>
      <button type="button" className={css.more} onClick={turn}>
        <b>{words('more', { count: rows.length })}</b>
        {late > 0 && <em data-count="late">{words('late', { count: late })}</em>}
        {ready > 0 && <em data-count="ready">{words('ready', { count: ready })}</em>}
      </button>
    </li>
  );
}

/** The rows at which something is ready or late, one in a line. */
function troubledAt(rows: readonly PassRow[], now: number): string {
  return rows
    .filter(({ courses }) => toneAt(courses, now) !== 'calm')
    .map(({ key }) => key)
    .join('\n');
}
