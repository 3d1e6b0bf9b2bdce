'use client';

import { memo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Party as PartyAtTable, Ticket, UsualWait } from '../../contract/live';
import { usualWaitMs } from '../../domain/usual-wait';
import { useLive, useSeenAtNow } from '../live/live-context';
import { Party } from '../ticket/party';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/place';
import { Progress, Timer } from '../ticket/ticking';
import { isLate, type Urgency } from '../ticket/urgency';
import css from './card.module.css';
import { BADGE, Changes } from './card-changes';
import { CardFoot } from './card-foot';
import { CardTouch } from './card-touch';
import type { Look } from './density';
import { guestsOf, partyAt } from './party-clock';
import type { SeenChanges } from './seen-changes';
import { FIRST_STATE, timedStateAt } from './timed-state';
import type { WallOptions } from './wall-options';

/** Number of characters that fit beside a timer at full size, and at each smaller size. */
const MAX_IN_PLACE = [3, 4, 5, 12];

function longOf(place: string): number {
  return MAX_IN_PLACE.filter((most) => place.length > most).length;
}

/** Sizes of a place by the number of limits that it exceeds. */
const PLACE_SIZES = [
  'text-(length:--big)',
  'text-[max(var(--main),0.86*var(--big))] font-stretch-62%',
  'text-[max(var(--main),0.7*var(--big))] font-stretch-62%',
  'wrap-anywhere whitespace-normal text-(length:--main) font-stretch-62%',
  'wrap-anywhere whitespace-normal text-(length:--least) font-stretch-62%',
];

const GROUND: Readonly<Record<Urgency, string>> = {
  cooking: 'on-card',
  warn: 'on-card',
  late: 'on-late',
  'very-late': 'on-late',
  ready: 'on-ready',
  'ready-warn': 'on-ready',
  'ready-late': 'on-ready',
};

const EDGE: Readonly<Partial<Record<Urgency, string>>> = {
  warn: 'border-warn',
  ready: 'border-ready-edge',
  'ready-warn': 'border-warn',
  'ready-late': 'border-late',
};

/** An unseen change is more important than a state, except that of a course that is about to be late. */
function edgeOf(urgency: Urgency, isUnseen: boolean, isNew: boolean): string {
  if (isUnseen && urgency !== 'warn') return 'border-fresh';
  return EDGE[urgency] ?? (isNew ? 'border-fresh' : 'border-transparent');
}

type Shared = {
  clock: WallOptions['clock'];
  usualWait: readonly UsualWait[];
  seen: SeenChanges;
  look: Look;
};

/** One course of one table. It reads its ticket and party itself, so that a change renders no other card. */
export const Card = memo(function Card({ id, ...shared }: Shared & { id: string }) {
  const ticket = useLive(({ board }) => board?.tickets.get(id));
  const party = useLive(({ board }) => (board && ticket ? partyAt(ticket, board.tables) : null));
  return ticket && <TicketCard ticket={ticket} party={party} {...shared} />;
});

type Props = Shared & { ticket: Ticket; party: PartyAtTable | null };

function TicketCard({ ticket, party, clock, usualWait, seen, look }: Props) {
  const states = useTranslations('state');
  const waitMs = usualWaitMs(usualWait, guestsOf(ticket, party));
  const state = useSeenAtNow((now) => timedStateAt(ticket, party, { clock, usualWaitMs: waitMs }, now), FIRST_STATE);
  const unseenNow = () => seen.unseen(ticket);
  const unseen = useSyncExternalStore(seen.subscribe, unseenNow, unseenNow);
  const { urgency } = state;
  // A late course has passed its limit, which its whole card shows.
  const hasProgress =
    ticket.readyAt === null && ticket.startedAt !== null && ticket.lateAt !== null && !isLate(urgency);
  return (
    <li
      className={`min-h-0 min-w-0 rounded-[0.32em] border-[0.12em] ${GROUND[urgency]} ${edgeOf(urgency, unseen !== '', state.isNew)} ${css[urgency] ?? ''}`}
      data-ticket={ticket.id}
      data-urgency={urgency}
    >
      <div className={`${css.inside} grid size-full grid-cols-1 contained *:not-[button]:pointer-events-none`}>
        <PlaceLine ticket={ticket} urgency={urgency} />
        <CourseLine ticket={ticket} look={look} />
        {look === 'roomy' && (
          <p className="col-start-1 row-start-3 roomy-card:relative flex min-w-0 items-baseline gap-2.5 whitespace-nowrap text-[0.92em] text-quiet">
            {/* On a large card a change has its own line, and the name the whole of its line. */}
            <Changes
              ticket={ticket}
              unseen={unseen}
              className="roomy-card:absolute roomy-card:top-20 roomy-card:left-0 min-w-0 roomy-card:max-w-full max-w-[60%] truncate py-1 leading-[1.2]"
            />
            <Party table={ticket.table} course={ticket.course} />
          </p>
        )}
        <CardFoot ticket={ticket} party={party} state={state} unseen={unseen} look={look} />
        {hasProgress && <Progress ticket={ticket} className={css.progress} />}
        <span className={`${css.state} for-readers`}>{states(urgency)}</span>
        <CardTouch ticket={ticket} unseen={unseen} seen={seen} className={css.touch} />
      </div>
    </li>
  );
}

/** The first line of a card: the table or number, and the timer. */
function PlaceLine({ ticket, urgency }: { ticket: Ticket; urgency: Urgency }) {
  const place = usePlaceName()(ticket);
  const { number, part } = shortPlace(ticket);
  const long = longOf(part === null ? number : `${number} ${part.slice(1)}`);
  return (
    <div className="col-start-1 row-start-1 flex items-end justify-between gap-4 whitespace-nowrap leading-none font-stretch-78% dense:gap-3">
      <h2 className={`min-w-0 font-extrabold ${PLACE_SIZES[long]}`} aria-label={place}>
        {number}
        {part !== null && (
          <small className={`font-bold ${long === 4 ? 'text-[1em]' : 'text-[max(0.55em,var(--main))]'}`}>·{part}</small>
        )}
      </h2>
      <Timer
        ticket={ticket}
        className={`box-content h-[1em] w-[calc(var(--digits,4)*1ch+0.25em)] flex-none text-end font-[650] tabular-nums *:block *:h-full *:contained ${long > 2 ? 'text-(length:--timer) dense:text-(length:--main)' : 'text-(length:--timer)'} ${urgency === 'ready-late' ? 'rounded-[0.12em] px-1.5 on-late' : ''}`}
      />
    </div>
  );
}

/** The second line of a card: the course, and whether it is ready. */
function CourseLine({ ticket, look }: { ticket: Ticket; look: Look }) {
  const t = useTranslations('wall');
  const of = useTranslations('ticket');
  const name = useCourseName()(ticket.course);
  const guests = ticket.table?.guests ?? null;
  const isReady = ticket.readyAt !== null;
  return (
    <p className="col-start-1 row-start-2 mt-1.25 flex min-w-0 items-baseline self-start gap-2.5 whitespace-nowrap font-bold text-[1.25em] low-card:mt-0 low-card:leading-[1.05] dense:mt-0 dense:text-[1.08em] dense:leading-[1.1] dense:font-stretch-82%">
      {isReady && (
        <span className="flex-none self-center rounded-[0.22em] border-[0.1em] border-ready-edge px-3.5 py-1 font-bold text-[max(0.66em,var(--least))] uppercase leading-[1.2] on-ready-badge dense:order-1 dense:ms-auto dense:py-0">
          ✓<span className="narrow-card:dense:hidden"> {t('ready')}</span>
        </span>
      )}
      <bdi className="min-w-0 truncate" data-course>
        {name}
      </bdi>
      {ticket.round > 1 && (
        <span className={`${BADGE} -my-[0.3em] flex-none self-center border-current py-1 leading-[1.2]`}>
          {of('roundBadge', { round: ticket.round })}
        </span>
      )}
      {look === 'dense' && guests !== null && !isReady && (
        <span className="order-1 ms-auto flex-none text-[0.9em] text-quiet font-[550] tabular-nums">
          {t('people', { count: guests })}
        </span>
      )}
    </p>
  );
}
