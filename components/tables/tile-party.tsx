'use client';

import { useTranslations } from 'use-intl';
import { useSeenAtNow } from '../live/live-context';
import { type Dot, dotsOf } from '../ticket/dots';
import type { SeatedParty } from './arrange';
import css from './tables.module.css';
import { FIRST_FOOD, foodAt } from './timed-state';

/** A party at a table: its name, its courses, and when it last had food. */
export function TileParty({ seated, hungryAfterMs }: { seated: SeatedParty; hungryAfterMs: number | null }) {
  const t = useTranslations('ticket');
  const { guests, name } = seated.party;
  return (
    <span className={css.seated}>
      <span className={css.party}>
        {guests !== null && <span>{t('guests', { count: guests })}</span>}
        {guests !== null && name !== null && <span>·</span>}
        {name !== null && <bdi>{name}</bdi>}
      </span>
      <Courses seated={seated} />
      <Food seated={seated} hungryAfterMs={hungryAfterMs} />
    </span>
  );
}

/** The party's courses; a collected one counts as served, although the POS has no serve for it yet. */
function Courses({ seated: { party, collected } }: { seated: SeatedParty }) {
  const states = useTranslations('dot');
  const courses = party.courses.map((course) =>
    collected.includes(course.number) ? { ...course, state: 'KITCHEN-TICKET-STATE-COMPLETED' as const } : course,
  );
  const dots = dotsOf(courses);
  const say = ({ abbreviation, state }: Dot) => `${abbreviation ?? ''} ${states(state)}`.trim();
  return (
    <span className={css.courses}>
      <span className="sr-only">{dots.map(say).join(', ')}</span>
      {dots.map(({ key, state, abbreviation }) => (
        <span key={key} aria-hidden="true">
          <i data-dot={state} />
          {abbreviation !== null && <small>{abbreviation}</small>}
        </span>
      ))}
    </span>
  );
}

function Food({ seated, hungryAfterMs }: { seated: SeatedParty; hungryAfterMs: number | null }) {
  const t = useTranslations('tables');
  const { food, foodMinutes, isHungry } = useSeenAtNow((now) => foodAt(seated, hungryAfterMs, now), FIRST_FOOD);
  if (food === null) return null;
  return (
    <span className={css.food} data-hungry={isHungry || undefined}>
      <span>{t(food === 'none' ? 'noFood' : 'lastFood', { minutes: foodMinutes })}</span>
    </span>
  );
}
