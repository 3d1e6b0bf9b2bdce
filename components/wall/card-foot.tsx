'use client';

import { useTranslations } from 'use-intl';
import type { Party, Ticket } from '../../contract/live';
import { type DotState, dotsOf } from '../ticket/dots';
import { NamedText, useMarkText } from '../ticket/ticket-names';
import { durationText } from '../ticket/timer-text';
import type { TimedState } from './card-state';
import { changesOf } from './changes';
import type { Look } from './wall-layout';

type Props = {
  ticket: Ticket;
  party: Party | null;
  state: TimedState;
  /** Keys of the changes that nobody has seen. */
  unseen: string;
  look: Look;
};

/** Progress of the party and the clock of the wall; while a change is unseen, what a touch will do. */
export function CardFoot({ ticket, party, state, unseen, look }: Props) {
  const t = useTranslations('wall');
  const isTogether = state.handsInSeconds !== null;
  const isCounted = unseen === '' && (state.clock !== null || ticket.readyAt !== null || isTogether);
  const hasRoom = look === 'roomy' || (!isTogether && (state.clock === null || state.clock === 'firstCourse'));
  return (
    <div className="-row-start-2 col-start-1 flex items-center justify-between gap-5 whitespace-nowrap pb-1.25 font-semibold text-[0.85em] text-quiet tabular-nums font-stretch-80% dense:p-0 dense:text-(length:--least) low-card:-mb-2.5">
      {unseen !== '' ? (
        <span className={`${CUT} rounded-[0.22em] px-4 font-bold inverse`} aria-hidden="true">
          {t('seen')}
        </span>
      ) : (
        <Dots party={party} hasRoom={hasRoom} />
      )}
      {look === 'roomy' || isCounted ? (
        <Clock ticket={ticket} state={state} />
      ) : (
        <Who ticket={ticket} state={state} unseen={unseen} />
      )}
    </div>
  );
}

/** A state by its shape, without colour. A mixed colour, because `opacity` would be one more layer to compose. */
const DOTS: Readonly<Record<DotState, string>> = {
  cooking: 'bg-linear-to-r from-50% from-current to-50% to-transparent inset-ring-[0.11em]',
  ready: 'bg-ready-edge ring-[0.1em]',
  presumed: 'border-[0.11em] border-current border-dashed', // like the line of presumed courses on a tablet
  done: 'bg-current/55',
};

/** At most three where a long clock leaves no more room; a longer party has none there. */
function Dots({ party, hasRoom }: { party: Party | null; hasRoom: boolean }) {
  const t = useTranslations('dot');
  const dots = party ? dotsOf(party.courses) : [];
  if (dots.length < 2 || (dots.length > 3 && !hasRoom)) return <span />;
  return (
    <span
      className="flex min-w-0 gap-[0.32em] p-1.25"
      role="img"
      aria-label={dots.map(({ state }) => t(state)).join(', ')}
    >
      {dots.map(({ key, state }) => (
        <i key={key} className={`aspect-square w-[0.7em] min-w-2 rounded-full ${DOTS[state]}`} data-dot={state} />
      ))}
    </span>
  );
}

/** A long name is cut, never the number beside it. */
const CUT = 'min-w-0 shrink-99 truncate';

/** The name and changes; a dense card has room for neither. */
function Who({ ticket, state, unseen }: Pick<Props, 'ticket' | 'state' | 'unseen'>) {
  if (changesOf(ticket).length > 0)
    return <Changes ticket={ticket} unseen={unseen} className="min-w-0 self-center truncate border-y-0" />;
  const name = ticket.table?.name;
  return name ? <bdi className={CUT}>{name}</bdi> : <Clock ticket={ticket} state={state} />;
}

/** A waiter on the way matters more than any clock, so it replaces the clock. */
function Clock({ ticket, state: { clock, minutes, urgency, handsInSeconds } }: { ticket: Ticket; state: TimedState }) {
  const t = useTranslations('wall');
  const of = useTranslations('ticket');
  const { readyAt, claim, measuredSeconds, expectedSeconds } = ticket;
  const isReady = readyAt !== null;
  if (isReady && claim) return <NamedText name={claim.by.name} text={t('hasIt', { name: claim.by.name })} />;
  if (handsInSeconds !== null)
    return (
      <b className="flex-none font-[750] text-full">{of('handsIn', { time: durationText(handsInSeconds * 1000) })}</b>
    );
  if (clock !== null) {
    if (clock !== 'hungry') return <span className="flex-none">{t(clock, { minutes })}</span>;
    const ground = urgency === 'late' || urgency === 'very-late' ? 'inverse' : 'on-late';
    return (
      <span className={`flex-none rounded-[0.22em] px-4 py-0.5 font-[750] ${ground}`}>{t('noFood', { minutes })}</span>
    );
  }
  const seconds = isReady ? measuredSeconds : expectedSeconds;
  if (seconds === null) return null;
  return <span className="flex-none">{t(isReady ? 'cooked' : 'target', { time: durationText(seconds * 1000) })}</span>;
}

/** A change, or the round of a course. */
export const BADGE = 'relative rounded-[0.22em] border-[0.1em] px-3.5 font-bold text-(length:--least)';

type ChangesProps = {
  className: string;
  ticket: Ticket;
  /** Keys of the changes that nobody has seen at this wall. */
  unseen: string;
};

/** Changes of a ticket in one badge, so that the name beside it stays readable. Unseen changes come first. */
export function Changes({ ticket, unseen, className }: ChangesProps) {
  const markText = useMarkText();
  const isUnseen = (mark: string) => unseen.split(' ').includes(mark);
  const marks = changesOf(ticket).map(({ mark }) => mark);
  const [first, ...others] = [...marks.filter(isUnseen), ...marks.filter((mark) => !isUnseen(mark))];
  if (first === undefined) return null;
  return (
    <span
      className={`${BADGE} ${className} ${isUnseen(first) ? 'border-transparent inverse' : 'border-current'}`}
      data-unseen={isUnseen(first) || undefined}
    >
      {markText(ticket, first)}
      {others.length > 0 && (
        <>
          <span aria-hidden="true"> +{others.length}</span>
          <span className="for-readers">, {others.map((mark) => markText(ticket, mark)).join(', ')}</span>
        </>
      )}
    </span>
  );
}
