'use client';

import { type CSSProperties, memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useLive, useSeenAtNow } from '../live/live-context';
import { FirstOf } from '../ticket/first-of';
import { useMarkText } from '../ticket/mark-text';
import { isNamedAfterCounter, shortPlace, usePlaceName } from '../ticket/place';
import type { PassRow } from './arrange';
import { Cell } from './cell';
import { cellsIn, spansIn } from './cells';
import type { Place } from './fit';
import { HoldLine } from './hold-line';
import { type HoldUp, holdUpAt, type Tone, toneAt } from './hold-up';

type Props = Place & { row: PassRow; units: number };

/** Absolutely placed: a row that needs more room does not move its neighbours. */
export const PLACED =
  'absolute left-[calc((100%+var(--gap))/var(--columns)*var(--column))] w-[calc((100%+var(--gap))/var(--columns)-var(--gap))]';

const TABS: Readonly<Record<Tone, string>> = {
  calm: '',
  ready: 'on-ready',
  'ready-warn': 'inset-shadow-[0.18em_0_var(--color-warn)] on-ready',
  late: 'on-late',
};

/** Inline style that places a row. */
export function placeStyle({ column, top, height }: Place): CSSProperties {
  return { '--column': column, top, height } as CSSProperties;
}

type Seen = { tone: Tone; holdUp: HoldUp | null };

const FIRST_SEEN: Seen = { tone: 'calm', holdUp: null };

/** A table with its courses and what holds it up. Memoized: it renders again only if the row itself changed. */
export const Row = memo(function Row({ row, units, ...place }: Props) {
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
