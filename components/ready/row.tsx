'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Party as PartyAtTable, Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { type DotState, dotsOf } from '../ticket/dots';
import { FirstOf } from '../ticket/first-of';
import { useMarkText } from '../ticket/mark-text';
import { Party } from '../ticket/party';
import { useCourseName } from '../ticket/place';
import { Timer } from '../ticket/ticking';
import { durationText } from '../ticket/timer-text';
import { type Urgency, urgencyOf } from '../ticket/urgency';
import { ClaimButton } from './claim-button';
import css from './row.module.css';
import { type PlaceSizes, Where } from './where';

const ROW_MARKS = ['moved', 'renamed', 'guests', 'completed-again'] as const;

const SIZES: PlaceSizes = [
  'whitespace-nowrap text-[4em] @max-[33em]:text-[2.6em]',
  'whitespace-nowrap text-[2.5em] @max-[33em]:text-[1.7em]',
  'text-[1.1em] @max-[33em]:text-[0.9em]',
];
const QUIET_SIZES: PlaceSizes = ['whitespace-nowrap text-[2em]', 'whitespace-nowrap text-[1.2em]', 'text-[1.2em]'];

const BADGE =
  'min-w-0 truncate rounded-[0.35em] border-[0.12em] border-current px-4.5 py-0.5 font-bold text-[0.6em] leading-[1.3]';

const DOTS: Readonly<Record<DotState, string>> = {
  cooking: 'border-current',
  ready: 'border-current bg-current',
  presumed: 'border-current',
  done: 'border-transparent bg-current/55',
};

/** One look per state: a slow course has an amber edge; a late or an unclaimed one is filled. */
function lookOf(urgency: Urgency, held: Props['held'], isEscalated: boolean): string {
  const isFilled = urgency === 'ready-late' || isEscalated;
  const edge = isFilled ? 'border-late' : urgency === 'ready-warn' ? 'border-warn' : 'border-ready-edge';
  // A course that this waiter claimed is bright, and stays so however late it is: they are on their way.
  if (held === 'mine') return 'border-ready-edge on-ready-badge';
  // A course that somebody else claimed is dimmed: there is nothing to tap.
  if (held === 'theirs') return `${edge} on-sheet`;
  return `${edge} ${isFilled ? 'on-late' : 'on-ready'}`;
}

type Props = {
  ticket: Ticket;
  /** The party of the ticket's order, while it is at its table. */
  party: PartyAtTable | null;
  /** Who claimed it, from the view of this screen. */
  held: 'mine' | 'theirs' | 'nobodys';
  /** Unclaimed for too long. */
  isEscalated: boolean;
  /** For another waiter's table: less prominent. */
  isQuiet: boolean;
};

/**
 * A course that waits on the pass: its place, its wait and who claimed it. Memoized: it renders again only if it
 * changed.
 */
export const Row = memo(function Row({ ticket, party, held, isEscalated, isQuiet }: Props) {
  const t = useTranslations('claim');
  const of = useTranslations('ticket');
  const states = useTranslations('state');
  const urgency = useAtNow<Urgency>((now) => urgencyOf(ticket, now), 'ready');
  const course = useCourseName()(ticket.course);
  const claimed = `[grid-area:claim] ${isQuiet ? 'min-h-[max(48px,2.6em)]' : 'min-h-[max(56px,2.9em)]'}`;
  return (
    <li
      className={`relative grid min-w-0 items-center gap-x-9 rounded-[0.9em] ${isQuiet ? `${css.quiet} border-[0.15em] px-7 py-4 text-[0.9em]` : `${css.row} gap-y-3.5 border-[0.25em] px-9 py-7`} ${lookOf(urgency, held, isEscalated)}`}
      data-ticket={ticket.id}
      data-urgency={urgency}
      data-held={held}
      data-escalated={isEscalated || undefined}
    >
      <Where ticket={ticket} sizes={isQuiet ? QUIET_SIZES : SIZES} />
      <div className={`grid min-w-0 gap-2 [grid-area:what] ${css.what}`}>
        <p
          className={`flex min-w-0 items-center gap-4 whitespace-nowrap font-bold leading-[1.15] font-stretch-95% ${isQuiet ? 'text-[1.15em]' : '@max-[33em]:text-[1.25em] text-[1.5em]'}`}
        >
          <bdi className="@max-[33em]:wrap-anywhere min-w-[2em] truncate @max-[33em]:line-clamp-2 @max-[33em]:whitespace-normal">
            {course}
          </bdi>
          {ticket.round > 1 && <b className={BADGE}>{of('roundBadge', { round: ticket.round })}</b>}
          <Changes ticket={ticket} />
        </p>
        <p className="flex min-w-0 gap-3 whitespace-nowrap @max-[33em]:font-stretch-88%">
          <Party table={ticket.table} course={ticket.course} />
        </p>
      </div>
      {/*
       * The height does not depend on the contents, so that a claim moves no row; an item that does not fit is left out
       * whole.
       */}
      <div
        className={`h-[1.5em] min-w-0 flex-wrap items-center gap-x-8 gap-y-5 self-start overflow-hidden whitespace-nowrap [grid-area:foot] ${css.foot} ${isQuiet ? 'hidden' : 'flex'}`}
      >
        {isEscalated && <b className="rounded-[0.35em] px-5 font-bold inverse font-stretch-78%">{t('nobodys')}</b>}
        {held === 'mine' && ticket.claim && (
          <span className="font-bold">
            {t('mine')} <Since at={ticket.claim.at} />
          </span>
        )}
        <Dots party={party} />
      </div>
      <Timer
        ticket={ticket}
        className={`h-[1em] w-[calc(var(--digits,4)*1ch+0.1em)] justify-self-end text-end font-bold tabular-nums leading-none contained font-stretch-78% [grid-area:timer] ${isQuiet ? 'text-[1.7em]' : '@max-[33em]:text-[2em] text-[2.9em]'} ${held !== 'nobodys' && urgency === 'ready-late' ? 'box-content rounded-[0.15em] px-1.5 py-0.5 on-late' : ''}`}
      />
      {held === 'theirs' ? (
        <Theirs ticket={ticket} className={claimed} />
      ) : (
        <ClaimButton ticket={ticket} isMine={held === 'mine'} className={claimed} />
      )}
      <span className="sr-only">{states(urgency)}</span>
    </li>
  );
});

/** Replaces the button if somebody else claimed the course. */
function Theirs({ ticket: { claim }, className }: { ticket: Ticket; className: string }) {
  const t = useTranslations('claim');
  if (claim === null) return null;
  const { name } = claim.by;
  return (
    <p
      className={`flex min-w-0 @max-[33em]:max-w-none max-w-106 items-center justify-center gap-3 whitespace-nowrap rounded-[0.6em] border-[0.15em] border-warn px-6 font-[650] ${className}`}
    >
      <bdi className="min-w-0 truncate">{name.trim() === '' ? t('somebody') : name}</bdi> <span>{t('theirs')}</span>{' '}
      <Since at={claim.at} />
    </p>
  );
}

function Since({ at }: { at: string }) {
  const text = useAtNow((now) => durationText(now - Date.parse(at)), '');
  return <span className="tabular-nums">· {text}</span>;
}

function Changes({ ticket }: { ticket: Ticket }) {
  const markText = useMarkText();
  const texts = ROW_MARKS.filter((mark) => ticket.marks.includes(mark)).map((mark) => markText(ticket, mark));
  if (texts.length === 0) return null;
  return (
    <b className={BADGE}>
      <FirstOf texts={texts} />
    </b>
  );
}

function Dots({ party }: { party: PartyAtTable | null }) {
  const t = useTranslations('dot');
  const dots = party ? dotsOf(party.courses) : [];
  if (dots.length < 2) return null;
  return (
    <span
      className="flex h-[1.5em] flex-none items-center gap-4"
      role="img"
      aria-label={dots.map(({ state }) => t(state)).join(', ')}
    >
      {dots.map(({ key, state }) => (
        <i key={key} className={`size-[0.9em] rounded-full border-[0.16em] ${DOTS[state]}`} data-dot={state} />
      ))}
    </span>
  );
}
