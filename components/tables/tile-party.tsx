'use client';

import { useTranslations } from 'use-intl';
import { useSeenAtNow } from '../live/live-context';
import { type Dot, type DotState, dotsOf } from '../ticket/dots';
import { GuestsAndName } from '../ticket/party';
import type { SeatedParty } from './arrange';
import { FIRST_FOOD, foodAt } from './timed-state';

/** A party at a table: its name, its courses, and when it last had food. */
export function TileParty({ seated, usualWaitMs }: { seated: SeatedParty; usualWaitMs: number | null }) {
  const { guests, name } = seated.party;
  return (
    <span className="flex min-h-0 min-w-0 flex-col">
      <span className="flex min-w-0 flex-none gap-3 whitespace-nowrap text-[0.95em]">
        <GuestsAndName guests={guests} name={name} />
      </span>
      <Courses party={seated.party} />
      <Food seated={seated} usualWaitMs={usualWaitMs} />
    </span>
  );
}

const DOTS: Readonly<Record<DotState, string>> = {
  done: 'bg-current/55',
  presumed: 'border-[0.11em] border-current/55 border-dashed',
  cooking: 'bg-linear-to-r from-50% from-current to-50% to-transparent inset-ring-[0.11em]',
  ready: 'bg-ready-edge ring-[0.1em]',
};

function Courses({ party }: Pick<SeatedParty, 'party'>) {
  const states = useTranslations('dot');
  const dots = dotsOf(party.courses);
  const say = ({ abbreviation, state }: Dot) => `${abbreviation ?? ''} ${states(state)}`.trim();
  return (
    <span className="flex min-h-0 min-w-0 flex-1 flex-wrap content-end gap-x-6 font-semibold text-[0.85em] leading-[1.2]">
      <span className="sr-only">{dots.map(say).join(', ')}</span>
      {dots.map(({ key, state, abbreviation }) => (
        <span key={key} className="flex min-h-[1.2em] min-w-0 items-center gap-2.5" aria-hidden="true">
          <i className={`aspect-square w-[0.8em] flex-none rounded-full ${DOTS[state]}`} data-dot={state} />
          {abbreviation !== null && <small className="min-w-0 max-w-[4em] truncate text-[1em]">{abbreviation}</small>}
        </span>
      ))}
    </span>
  );
}

function Food({ seated, usualWaitMs }: { seated: SeatedParty; usualWaitMs: number | null }) {
  const t = useTranslations('tables');
  const { food, foodMinutes, isHungry } = useSeenAtNow((now) => foodAt(seated, usualWaitMs, now), FIRST_FOOD);
  if (food === null) return null;
  return (
    // As high with its border as without.
    <span
      className="flex h-[1.65em] flex-none items-center whitespace-nowrap font-semibold text-[0.9em] tabular-nums font-stretch-80%"
      data-hungry={isHungry || undefined}
    >
      <span
        className={
          isHungry ? '-mx-3 rounded-[0.35em] border-2 border-current px-3 py-0.5 font-[750] on-late' : undefined
        }
      >
        {t(food === 'none' ? 'noFood' : 'lastFood', { minutes: foodMinutes })}
      </span>
    </span>
  );
}
