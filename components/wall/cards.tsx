'use client';

import { type CSSProperties, type MouseEvent, memo, type ReactNode, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Party as PartyAtTable, Ticket, UsualWait } from '../../contract/live';
import { usualWaitMs } from '../../domain/usual-wait';
import { useLive, useLiveStore, useSeenAtNow } from '../live/live-context';
import { Party, shortPlace, useCourseName, useMarkText, usePlaceName } from '../ticket/ticket-names';
import { isLate, type Urgency } from '../ticket/ticket-state';
import { Progress, Timer } from '../ticket/ticking';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import { useLate } from './bar';
import css from './card.module.css';
import { BADGE, CardFoot, Changes } from './card-foot';
import { FIRST_STATE, guestsOf, orderOf, partyAt, timedStateAt } from './card-state';
import { changesOf, type SeenChanges } from './changes';
import type { Look } from './wall-layout';
import type { WallOptions } from './wall-options';

type CardTouchProps = { ticket: Ticket; unseen: string; seen: SeenChanges; className: string | undefined };

/** Number of characters that fit beside a timer at full size, and at each smaller size. */
const MAX_IN_PLACE = [3, 4, 5, 12];

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
  // A cook cannot make the wait on the pass shorter, so only one that is too long has another colour.
  'ready-warn': 'border-ready-edge',
  'ready-late': 'border-late',
};

/** Around every card of a table whose food is about to be complete (F29). */
const TOGETHER = 'outline-[0.16em] outline-together outline-offset-[0.06em]';

type Shared = {
  clock: WallOptions['clock'];
  usualWait: readonly UsualWait[];
  seen: SeenChanges;
  look: Look;
};

type CardProps = Shared & { ticket: Ticket; party: PartyAtTable | null };

type Props = {
  /** Ids of the tickets of this page, separated by spaces: as text, so that an equal page is not rendered again. */
  ids: string;
  clock: WallOptions['clock'];
  usualWait: readonly UsualWait[];
  seen: SeenChanges;
  look: Look;
  columns: number;
  rows: number;
};

/** The cards of one page, or of one lane of a page. A change of a ticket renders only its card. */
export const Cards = memo(function Cards({ ids, clock, usualWait, seen, look, columns, rows }: Props) {
  const places = { '--columns': columns, '--rows': rows } as CSSProperties;
  return (
    <ul
      className="grid min-h-0 grid-cols-[repeat(var(--columns),minmax(0,1fr))] grid-rows-[repeat(var(--rows),minmax(0,1fr))] gap-4.5 p-4.5 text-(length:--card-size) [h2+&]:pt-2"
      style={places}
      data-board
    >
      {ids
        .split(' ')
        .filter(Boolean)
        .map((id) => (
          <Card key={id} id={id} clock={clock} usualWait={usualWait} seen={seen} look={look} />
        ))}
    </ul>
  );
});

export function Lane({ name, children }: { name: 'cookingLane' | 'ready'; children: ReactNode }) {
  const t = useTranslations('wall');
  return (
    <section className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] border-line not-first:border-l">
      {/* As low as possible: no card can be sized after it (type-scale.ts). */}
      <h2 className="px-6 pt-1.5 font-semibold text-[0.85em] text-quiet leading-[1.1]">{t(name)}</h2>
      {children}
    </section>
  );
}

/** Button below the cards that counts the cards of other pages, and what is late there; it turns to the next page. */
export function More({ hidden, turn }: { hidden: readonly Ticket[]; turn: (pages: number) => void }) {
  return <MoreButton count={hidden.length} {...useLate(hidden)} turn={turn} />;
}

type MoreButtonProps = { count: number; late: number; tooLong: number; turn: (pages: number) => void };

const MoreButton = memo(function MoreButton({ count, late, tooLong, turn }: MoreButtonProps) {
  const t = useTranslations('wall');
  const isTrouble = late > 0 || tooLong > 0;
  const counts = [
    t('more', { count }),
    ...(late > 0 ? [t('lateCount', { count: late })] : []),
    ...(tooLong > 0 ? [t('tooLongCount', { count: tooLong })] : []),
  ];
  return (
    <button
      type="button"
      className={`min-h-[max(1.9em,var(--touch))] flex-auto rounded-[0.32em] px-10 font-bold tabular-nums ${isTrouble ? 'on-late' : 'border-(--quiet) border-2 border-dashed'}`}
      onClick={() => turn(1)}
      aria-label={t('nextPage', { counts: counts.join(' · ') })}
    >
      {counts.join(' · ')}
    </button>
  );
});

function longOf(place: string): number {
  return MAX_IN_PLACE.filter((most) => place.length > most).length;
}

/** An unseen change is more important than a state, except that of a course that is about to be late. */
function edgeOf(urgency: Urgency, isUnseen: boolean, isNew: boolean): string {
  if (isUnseen && urgency !== 'warn') return 'border-fresh';
  return EDGE[urgency] ?? (isNew ? 'border-fresh' : 'border-transparent');
}

/** One course of one table. It reads its ticket and party itself, so that a change renders no other card. */
const Card = memo(function Card({ id, ...shared }: Shared & { id: string }) {
  const ticket = useLive(({ board }) => board?.tickets.get(id));
  const party = useLive(({ board }) => (board && ticket ? partyAt(ticket, board.tables) : null));
  return ticket && <TicketCard ticket={ticket} party={party} {...shared} />;
});

function TicketCard({ ticket, party, clock, usualWait, seen, look }: CardProps) {
  const states = useTranslations('state');
  const waitMs = usualWaitMs(usualWait, guestsOf(ticket, party));
  const live = useLiveStore();
  const state = useSeenAtNow((now) => {
    const order = orderOf(ticket, live.view().board?.tickets ?? new Map());
    return timedStateAt(ticket, order, party, { clock, usualWaitMs: waitMs }, now);
  }, FIRST_STATE);
  const unseenNow = () => seen.unseen(ticket);
  const unseen = useSyncExternalStore(seen.subscribe, unseenNow, unseenNow);
  const { urgency } = state;
  // A late course has passed its limit, which its whole card shows.
  const hasProgress =
    ticket.readyAt === null && ticket.startedAt !== null && ticket.lateAt !== null && !isLate(urgency);
  return (
    <li
      className={`min-h-0 min-w-0 rounded-[0.32em] border-[0.12em] ${GROUND[urgency]} ${edgeOf(urgency, unseen !== '', state.isNew)} ${css[urgency] ?? ''} ${state.handsInSeconds === null ? '' : TOGETHER}`}
      data-ticket={ticket.id}
      data-urgency={urgency}
      data-together={state.handsInSeconds !== null || undefined}
    >
      <div className={`${css.inside} grid size-full grid-cols-1 contained *:not-[button]:pointer-events-none`}>
        <PlaceLine ticket={ticket} urgency={urgency} />
        <CourseLine ticket={ticket} urgency={urgency} look={look} />
        {look === 'roomy' && (
          <p className="col-start-1 row-start-3 roomy-card:relative flex min-w-0 items-baseline gap-2.5 whitespace-nowrap roomy-card:[&>bdi]:line-clamp-2 roomy-card:[&>bdi]:whitespace-normal text-[0.92em] text-quiet">
            {/* On a large card a change has its own line, and the name two lines. */}
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
function CourseLine({ ticket, urgency, look }: { ticket: Ticket; urgency: Urgency; look: Look }) {
  const t = useTranslations('wall');
  const of = useTranslations('ticket');
  const name = useCourseName()(ticket.course);
  const guests = ticket.table?.guests ?? null;
  const isReady = ticket.readyAt !== null;
  return (
    <p className="col-start-1 row-start-2 mt-1.25 flex min-w-0 items-baseline self-start gap-2.5 whitespace-nowrap font-bold text-[1.25em] low-card:mt-0 low-card:leading-[1.05] dense:mt-0 dense:text-[1.08em] dense:leading-[1.1] dense:font-stretch-82%">
      {isReady && (
        <span
          className={`flex-none self-center rounded-[0.22em] px-3.5 py-1 font-bold text-[max(0.66em,var(--least))] uppercase leading-[1.2] font-stretch-75% dense:order-1 dense:ms-auto dense:py-0 narrow-card:px-1.5 narrow-card:font-stretch-62% ${urgency === 'ready-late' ? 'on-late' : 'on-ready-badge'}`}
        >
          ✓ {t('ready')}
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

/**
 * The whole card as one button: it hides the course on this screen or reports it as taken, depending on the branch's
 * setting. While the card has an unseen change, the first touch only marks that change as seen.
 */
function CardTouch({ ticket, unseen, seen, className }: CardTouchProps) {
  const t = useTranslations('wall');
  const markText = useMarkText();
  const live = useLiveStore();
  const actions = useTicketActionsStore();
  const isOnItsWay = useActionState((all) => pendingOn(all, ticket.id)) !== null;
  const touchDoes = useLive((view) => view.wallTouch);
  const names = { place: usePlaceName()(ticket), course: useCourseName()(ticket.course) };
  const news = changesOf(ticket).filter(({ mark }) => unseen.split(' ').includes(mark));

  const touch = ({ detail, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // A touched card has no ring. If it kept the focus, the next press of a bump bar would act on it unseen.
    if (detail > 0) currentTarget.blur();
    // The next card moves under a finger that taps twice, so ignore the second tap.
    if (detail > 1) return;
    if (news.length === 0) {
      if (touchDoes === 'hide') actions.act('hide', ticket);
      else if (ticket.readyAt === null) actions.refuse('cooking', 'collect', ticket);
      else actions.act('collect', ticket);
    } else
      actions.actHere(
        'seen',
        ticket,
        seen.see(ticket, (id) => live.view().board?.tickets.has(id) ?? false),
      );
  };
  return (
    <button
      type="button"
      className={`${className} rounded-[0.32em] active:pressed focus-visible:outline-[max(3px,0.15em)] focus-visible:outline-text focus-visible:outline-offset-[0.08em] ${isOnItsWay ? 'pressed' : ''}`}
      aria-label={
        news.length === 0
          ? t(touchDoes === 'hide' ? 'hideCard' : 'takeCard', names)
          : t('seeChange', { ...names, changes: news.map(({ mark }) => markText(ticket, mark)).join(', ') })
      }
      onClick={touch}
    />
  );
}
