'use client';

import { memo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../browser';
import { useAtNow } from '../live/live-context';
import { useSlides } from '../screen/moving-elements';
import { FirstOf, Party, useCourseName, useMarkText, usePlaceName } from '../ticket/ticket-names';
import { isLate, type Urgency, urgencyOf } from '../ticket/ticket-state';
import { Since, Timer } from '../ticket/ticking';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import { isHeldBy, type Part, type ReadyRow } from './ready-rows';
import { HEADING, type PlaceSizes, Where } from './side-lists';

type ClaimButtonProps = { tickets: readonly Ticket[]; isMine: boolean; className: string };

const ROW_MARKS = ['moved', 'renamed', 'guests', 'completed-again'] as const;

const SIZES: PlaceSizes = [
  'whitespace-nowrap text-[3.2em] @max-[33em]:text-[2.1em]',
  'whitespace-nowrap text-[2.1em] @max-[33em]:text-[1.5em]',
  'text-[1.1em] @max-[33em]:text-[0.85em]',
];

const BADGE =
  'min-w-0 max-w-full flex-none truncate rounded-[0.35em] border-[0.12em] border-current px-4.5 font-bold text-[0.75em] leading-[1.4]';

type RowProps = {
  row: ReadyRow;
  /** Who claimed it, from the view of this screen. */
  held: 'mine' | 'theirs' | 'nobodys';
};

type Props = { parts: readonly Part[]; screen: number | null };

/** All parts in one list, so that a row that moves keeps its element and with it the focus or touch. */
export function Rows({ parts, screen }: Props) {
  const t = useTranslations('ready');
  const list = useRef<HTMLUListElement>(null);
  useSlides(list, parts.flatMap(({ rows }) => rows.map(({ key }) => key)).join());
  return (
    <ul
      ref={list}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,31em),1fr))] gap-5 @max-[33em]:gap-[calc(6em/18)]"
      aria-label={t('list')}
    >
      {parts.flatMap((part) => [
        <li key={nameOf(part)} className={`col-[1/-1] flex justify-between gap-5 pt-2 ${HEADING}`}>
          <span>{t(nameOf(part))}</span> <span>{part.rows.length}</span>
        </li>,
        ...part.rows.map((row) => <Row key={row.key} row={row} held={heldBy(row.newest, screen)} />),
      ])}
    </ul>
  );
}

function nameOf({ isTooLong, isElsewhere }: Part) {
  if (isElsewhere) return isTooLong ? 'tooLongElsewhere' : 'justElsewhere';
  return isTooLong ? 'tooLong' : 'just';
}

function heldBy(ticket: Ticket, screen: number | null): 'mine' | 'theirs' | 'nobodys' {
  if (ticket.claim === null) return 'nobodys';
  return isHeldBy(ticket, screen) ? 'mine' : 'theirs';
}

/** One look per state: a slow row has an amber edge, a late one is filled. */
function lookOf(urgency: Urgency, held: RowProps['held']): string {
  const edge =
    urgency === 'ready-late' ? 'border-late' : urgency === 'ready-warn' ? 'border-warn' : 'border-ready-edge';
  // What this waiter claimed is bright, and stays so however late it is: they are on their way.
  if (held === 'mine') return 'border-ready-edge on-ready-badge';
  // What somebody else claimed is dimmed: there is nothing to tap.
  if (held === 'theirs') return `${edge} on-sheet`;
  return `${edge} ${urgency === 'ready-late' ? 'on-late' : 'on-ready'}`;
}

/**
 * What waits on the pass for one party: its place, its courses, the wait of the newest, and who claimed it. Memoized: it
 * renders again only if one of its tickets changed.
 */
const Row = memo(
  function Row({ row: { tickets, newest }, held }: RowProps) {
    const t = useTranslations('claim');
    const states = useTranslations('state');
    const urgency = useAtNow<Urgency>((now) => urgencyOf(newest, now), 'ready');
    const claimed = 'min-h-[max(56px,3.1em)] @max-[33em]:min-h-[max(48px,3.7em)]';
    return (
      <li
        className={`relative grid min-h-[calc(84em/18)] min-w-0 grid-cols-[5.4em_minmax(0,1fr)_auto_8.4em] items-center gap-x-7.5 rounded-[0.75em] border-[0.17em] px-7.5 py-1.5 @max-[33em]:grid-cols-[3.7em_minmax(0,1fr)_auto_3.7em] @max-[33em]:gap-x-3.5 @max-[33em]:px-4.5 ${lookOf(urgency, held)}`}
        data-ticket={tickets.map(({ id }) => id).join(' ')}
        data-urgency={urgency}
        data-held={held}
      >
        <Where ticket={newest} sizes={SIZES} />
        <div className="grid min-w-0 gap-1">
          <Courses tickets={tickets} newest={newest} />
          {/* One line, with or without a claim, so that a claim moves no row. What does not fit whole is left out. */}
          <p className="flex h-[1.3em] min-w-0 flex-wrap gap-x-2.5 overflow-hidden whitespace-nowrap @max-[33em]:text-[0.9em] @max-[33em]:font-stretch-88%">
            {held === 'mine' && newest.claim && (
              <b>
                {t('mine')} · <Since at={Date.parse(newest.claim.at)} />
              </b>
            )}
            <Changes tickets={tickets} />
            <Guests ticket={newest} />
          </p>
        </div>
        <Timer
          ticket={newest}
          className={`h-[1em] w-[calc(var(--digits,4)*1ch+0.1em)] justify-self-end text-end font-bold text-[2.5em] tabular-nums leading-none contained font-stretch-78% @max-[33em]:text-[1.5em] ${held !== 'nobodys' && urgency === 'ready-late' ? 'box-content rounded-[0.15em] px-1.5 py-0.5 on-late' : ''}`}
        />
        {held === 'theirs' ? (
          <Theirs ticket={newest} className={claimed} />
        ) : (
          <ClaimButton tickets={tickets} isMine={held === 'mine'} className={claimed} />
        )}
        <span className="sr-only">{states(urgency)}</span>
      </li>
    );
  },
  (before, after) => before.held === after.held && isSameList(before.row.tickets, after.row.tickets),
);

function isSameList(before: readonly Ticket[], after: readonly Ticket[]): boolean {
  return before.length === after.length && before.every((ticket, index) => ticket === after[index]);
}

/** A single course by its name; several by their abbreviations where there is little room. */
function Courses({ tickets, newest }: Pick<ReadyRow, 'tickets' | 'newest'>) {
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 font-bold text-[1.3em] leading-[1.15] font-stretch-95% @max-[33em]:gap-x-2 @max-[33em]:text-[1em]">
      {tickets.map((ticket) => (
        <Course key={ticket.id} ticket={ticket} isOnly={tickets.length === 1} newest={newest} />
      ))}
    </p>
  );
}

/** A course that waits too long beside one that is just ready shows its own wait. */
function Course({ ticket, isOnly, newest }: { ticket: Ticket; isOnly: boolean; newest: Ticket }) {
  const of = useTranslations('ticket');
  const name = useCourseName()(ticket.course);
  const { abbreviation } = ticket.course;
  const showsWait = useAtNow((now) => isLate(urgencyOf(ticket, now)) && !isLate(urgencyOf(newest, now)), false);
  const round = ticket.round > 1 && of('roundBadge', { round: ticket.round });
  if (isOnly)
    return (
      <>
        <bdi className="wrap-anywhere line-clamp-2 min-w-[2em]">{name}</bdi>
        {round && <b className={BADGE}>{round}</b>}
      </>
    );
  return (
    <span
      className={`flex min-w-0 max-w-full items-center gap-2.5 rounded-[0.3em] px-3 text-[0.85em] leading-[1.4] ${showsWait ? 'on-late' : 'inverse'}`}
    >
      <bdi className={`min-w-0 truncate ${abbreviation === null ? '' : '@max-[33em]:sr-only'}`}>{name}</bdi>
      {abbreviation !== null && (
        <bdi className="@min-[33em]:hidden" aria-hidden="true">
          {abbreviation}
        </bdi>
      )}
      {round && <span className="flex-none">{round}</span>}
      {showsWait && (
        <span className="flex-none tabular-nums">
          <Since at={Date.parse(ticket.readyAt ?? '')} />
        </span>
      )}
    </span>
  );
}

/** Replaces the button if somebody else claimed the row. */
function Theirs({ ticket: { claim }, className }: { ticket: Ticket; className: string }) {
  const t = useTranslations('claim');
  if (claim === null) return null;
  const { name } = claim.by;
  return (
    <p
      className={`flex min-w-0 flex-wrap content-center items-center justify-center gap-x-3 whitespace-nowrap rounded-[0.6em] border-[0.15em] border-warn px-3 font-[650] leading-[1.15] @max-[33em]:px-1 @max-[33em]:py-1.5 @max-[33em]:text-[0.78em] @max-[33em]:font-stretch-88% ${className}`}
    >
      <bdi className="min-w-0 max-w-full truncate">{name.trim() === '' ? t('somebody') : name}</bdi>{' '}
      <span>{t('theirs')}</span>{' '}
      <span className="tabular-nums">
        <Since at={Date.parse(claim.at)} />
      </span>
    </p>
  );
}

/** The name of the party first: it tells two parties at one table apart. */
function Guests({ ticket: { table, course } }: { ticket: Ticket }) {
  const t = useTranslations('ticket');
  if (!table) return <Party table={table} course={course} />;
  const { name, guests } = table;
  return (
    <>
      {name && <bdi className="min-w-0 max-w-max flex-[1_1_8.5em] truncate">{name}</bdi>}
      {guests !== null && (
        <span>
          {name && '· '}
          {t('guests', { count: guests })}
        </span>
      )}
    </>
  );
}

function Changes({ tickets }: { tickets: readonly Ticket[] }) {
  const markText = useMarkText();
  const texts = tickets.flatMap((ticket) =>
    ROW_MARKS.filter((mark) => ticket.marks.includes(mark)).map((mark) => markText(ticket, mark)),
  );
  if (texts.length === 0) return null;
  return (
    <b className={BADGE}>
      <FirstOf texts={[...new Set(texts)]} />
    </b>
  );
}

/**
 * "I have it", and then "At the table", for all courses of a row. The button is as large as its longest label, so that
 * nothing moves under a finger while an action is being sent.
 */
function ClaimButton({ tickets, isMine, className }: ClaimButtonProps) {
  const t = useTranslations('claim');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  const { actOnAll } = useTicketActionsStore();
  const isPending =
    useActionState((actions) => Number(tickets.some(({ id }) => pendingOn(actions, id) !== null))) === 1;
  const [first] = tickets;
  if (!first) return null;
  const brought = first.table ? t('brought') : t('handedOut');
  const action = isMine ? brought : t('take');
  const names = {
    action: isPending ? t('sending') : action,
    place: placeName(first),
    course: tickets.map(({ course }) => courseName(course)).join(', '),
  };
  const sending = '…';
  const shown = isPending ? sending : action;
  return (
    <button
      type="button"
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] place-items-center text-balance rounded-[0.6em] px-5 font-bold leading-[1.15] inverse active:inset-ring-[0.25em] @max-[33em]:px-4 @max-[33em]:text-[0.88em] ${className}`}
      aria-label={t('named', names)}
      aria-disabled={isPending}
      onClick={firstClick(() => actOnAll(isMine ? 'collect' : 'claim', tickets))}
    >
      {[t('take'), brought, sending].map((each) => (
        // Delayed while an action is sent: for a fast answer the label would only flicker. The answer ends the delay.
        <span
          key={each}
          className={`[grid-area:1/1] ${each === shown ? '' : 'invisible'} ${isPending ? 'transition-[visibility] delay-200 duration-0' : 'transition-none'}`}
        >
          {each}
        </span>
      ))}
    </button>
  );
}
