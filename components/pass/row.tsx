'use client';

import { type CSSProperties, memo } from 'react';
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
import css from './pass.module.css';

type Props = Place & { row: PassRow; units: number };

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
    <li className={css.row} data-tone={tone} style={placeStyle(place)}>
      <div className={css.tab}>
        <Where row={row} name={placeName} />
        <Guests row={row} />
      </div>
      <div className={css.head}>
        <Name row={row} />
        <Changes courses={courses} />
        {earlier > 0 && <Earlier count={earlier} />}
      </div>
      {holdUp && (
        <p className={css.holdUp}>
          <HoldLine holdUp={holdUp} />
        </p>
      )}
      <ul className={css.courses} aria-label={t('coursesOf', { place: placeName })}>
        {shown.map((ticket, index) => (
          <Cell key={ticket.id} ticket={ticket} span={spans[index] ?? units} />
        ))}
      </ul>
    </li>
  );
});

/** Number of characters at full size; longer text is smaller. */
const MOST_IN_PLACE = 3;
/** Width of the separator before the part of a table, in characters of that part. */
const DOT = 0.5;

function Where({ row, name }: { row: PassRow; name: string }) {
  const { number, part } = shortPlace(row.place);
  const length = number.length + (part === null ? 0 : (part.length + DOT) / 2);
  const long = length <= MOST_IN_PLACE ? undefined : length <= MOST_IN_PLACE * 2 ? 'yes' : 'very';
  return (
    <h2 className={css.where} aria-label={name} data-long={long}>
      {number}
      {part !== null && <small>·{part}</small>}
    </h2>
  );
}

/** Name of the party; none at the counter, or if the course is named after it. */
function Name({ row: { party, courses } }: { row: PassRow }) {
  const t = useTranslations('ticket');
  if (party) return party.name && <bdi className={css.name}>{party.name}</bdi>;
  if (courses.some(({ course }) => isNamedAfterCounter(course))) return null;
  return <span className={css.counter}>{t('counter')}</span>;
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
    <span className={css.change}>
      <FirstOf texts={texts} />
    </span>
  );
}

function Guests({ row: { party } }: { row: PassRow }) {
  const t = useTranslations('ticket');
  if (party?.guests == null) return null;
  return <p className={css.guests}>{t('guests', { count: party.guests })}</p>;
}

const MOST_DOTS = 4;

/** Dots for courses served before, which show how far the table is. */
function Earlier({ count }: { count: number }) {
  const t = useTranslations('pass');
  return (
    <span className={css.earlier} role="img" aria-label={t('earlier', { count })}>
      {Array.from({ length: Math.min(count, MOST_DOTS) }, (_, dot) => dot).map((dot) => (
        <i key={dot} />
      ))}
    </span>
  );
}
