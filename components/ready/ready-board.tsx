'use client';

import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/collections';
import { firstClick } from '../browser';
import { openWorker } from '../device/capabilities';
import { pageSession, parseStored } from '../device-storage';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { ClearFilters, EmptyBoard } from '../screen/empty-board';
import { useKeptFocus } from '../screen/moving-elements';
import type { MinutesOrOff } from '../screen/screen-options';
import type { TableList } from '../screen/table-list';
import { BoardSounds, type SoundRules } from '../sound/board-sounds';
import { PresumedLine, presumedOf } from '../ticket/presumed-line';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/ticket-names';
import { urgencyOf } from '../ticket/ticket-state';
import { toMs } from '../time/clock-text';
import { comingUp } from './coming-up';
import { msOf, PANEL, type ReadyOptions, type Shown, tabId } from './ready-options';
import { type Arranged, arrange, isEscalated, lastTurn, type ReadyRow, type Waiter, waits } from './ready-rows';
import { Rows } from './rows';
import { ComingUpList, SIDE_LINE, SideList } from './side-lists';

type Props = {
  options: ReadyOptions;
  waiter: Waiter;
  arranged: Arranged;
  shown: Shown;
  /** Number of ready courses in the branch. */
  atAll: number;
  pickTables: () => void;
  showAll: () => void;
};

const NO_TICKETS: ReadonlyMap<string, Ticket> = new Map();

/** Ready courses, and below them, or beside them if there is room, upcoming courses and check-backs. */
export function ReadyBoard({ options, waiter, arranged, shown, atAll, pickTables, showAll }: Props) {
  const store = useLiveStore();
  const tickets = useLive((view) => view.board?.tickets ?? NO_TICKETS);
  const coming = useMemo(() => comingUp(tickets.values(), waiter), [tickets, waiter]);
  const { pending, check } = useCheckBacks(tickets, waiter, msOf(options.checkback));
  const rules = useMemo(
    () => waiterSoundRules({ waiter, shown, escalateMs: msOf(options.escalate), now: () => store.branchNow() ?? 0 }),
    [waiter, shown, options.escalate, store],
  );
  const presumed = useMemo(
    () => presumedOf(tickets.values(), (ticket) => shown === 'all' || waiter.isMyTable(ticket)),
    [tickets, waiter, shown],
  );
  const notify = useNotices();
  const ground = useRef<HTMLDivElement>(null);
  useKeptFocus(ground, 'button');
  const hasRows = arranged.parts.length > 0;
  const isUnpicked = shown === 'mine' && !waiter.hasTables;
  return (
    <div ref={ground} className="@container min-h-full">
      {/* Beside the list, where there is room, so that changes there move nothing that is tapped. */}
      <div className="grid gap-14 @max-[33em]:gap-7.5 @min-[56em]:grid-cols-[minmax(0,1fr)_22em] @min-[56em]:items-start">
        <div
          role="tabpanel"
          id={PANEL}
          aria-labelledby={tabId(shown)}
          // Without anything to tap, the explanation is in the middle of a handheld's view.
          className={`@container min-w-0 ${!hasRows ? 'grid min-h-[40dvh]' : ''}`}
        >
          {hasRows && <Rows parts={arranged.parts} screen={waiter.screen} />}
          {isUnpicked && <Unpicked pickTables={pickTables} />}
          {!isUnpicked && !hasRows && <Empty shown={shown} atAll={atAll} mine={options.mine} showAll={showAll} />}
          <UntakenLine rows={arranged.untaken} showAll={showAll} />
          <PresumedLine tickets={presumed} />
        </div>
        <div className="grid min-w-0 content-start gap-14">
          <CheckBackList tickets={pending} done={check} />
          <ComingUpList coming={coming} isForMe={waiter.hasTables} />
        </div>
      </div>
      <BoardSounds rules={rules} vibrates notify={notify} />
    </div>
  );
}

function useCheckBacks(tickets: ReadonlyMap<string, Ticket>, waiter: Waiter, afterMs: number | null) {
  const { checked, check } = useCheckedBack();
  const ids = useAtNow((now) => idsOf(checkBacks(tickets.values(), waiter, afterMs, checked, now)), '');
  const pending = useMemo(() => ids.split(' ').flatMap((id) => tickets.get(id) ?? []), [ids, tickets]);
  return { pending, check };
}

const KEPT_AS = 'heatlamp-asked-after';
/** More than the number of serves within the check-back time. */
const MAX_KEPT = 200;

/** Ids of the food checked on this device; they survive a reload, but not closing the page. */
function useCheckedBack(): { checked: ReadonlySet<string>; check: (ticketId: string) => void } {
  const [checked, setChecked] = useState<ReadonlySet<string>>(kept);
  const check = useCallback((ticketId: string) => {
    setChecked((before) => {
      const after = [...before, ticketId].slice(-MAX_KEPT);
      // Without storage the ids last until the page is left.
      pageSession.set(KEPT_AS, JSON.stringify(after));
      return new Set(after);
    });
  }, []);
  return { checked, check };
}

function kept(): ReadonlySet<string> {
  const ids = parseStored(pageSession.get(KEPT_AS));
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
}

/** One line that names the other tables whose food nobody took; a tap shows them in the full list. */
function UntakenLine({ rows, showAll }: { rows: readonly ReadyRow[]; showAll: () => void }) {
  const t = useTranslations('ready');
  const placeName = usePlaceName();
  const [first] = rows;
  if (!first) return null;
  const places = new Map(rows.map(({ newest }) => [placeName(newest), shortPlace(newest)]));
  const short = [...places.values()].map(({ number, part }) => (part === null ? number : `${number}·${part}`));
  const show = () => {
    showAll();
    // The full list begins with own tables.
    requestAnimationFrame(() =>
      document.querySelector(`[data-ticket~="${first.newest.id}"]`)?.scrollIntoView({ block: 'center' }),
    );
  };
  return (
    <button
      type="button"
      className="mt-5 flex min-h-[max(48px,2.6em)] w-full items-center justify-between gap-5 rounded-[0.7em] border-[0.15em] border-warn px-7.5 text-start font-[650] tabular-nums on-sheet @max-[33em]:mt-[calc(6em/18)] @max-[33em]:px-4.5"
      aria-label={t('untaken', { places: [...places.keys()].join(', ') })}
      onClick={show}
    >
      <span>{t('untaken', { places: short.join(', ') })}</span>
      <span aria-hidden="true">›</span>
    </button>
  );
}

/**
 * Returns a function that notifies the waiter of their courses while the page is hidden, where the device allows it. A
 * visible page shows and sounds them itself.
 */
function useNotices(): (tickets: readonly Ticket[]) => void {
  const t = useTranslations('ready');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  const notify = (tickets: readonly Ticket[]) => {
    // Absent outside a secure context, contrary to its type.
    const { Notification: notices } = window as Partial<Pick<typeof globalThis, 'Notification'>>;
    if (!document.hidden || notices?.permission !== 'granted') return;
    for (const ticket of tickets) {
      const title = `${placeName(ticket)} · ${courseName(ticket.course)}`;
      void show(title, { body: t('notice'), tag: ticket.id });
    }
  };
  const latest = useRef(notify);
  useEffect(() => {
    latest.current = notify;
  });
  const stable = useRef((tickets: readonly Ticket[]) => latest.current(tickets));
  return stable.current;
}

/** Android shows notices of a worker only. */
async function show(title: string, options: { body: string; tag: string }): Promise<void> {
  const worker = await openWorker();
  const shown = { ...options, icon: '/icon-192.png', data: { address: window.location.href } };
  await worker?.showNotification(title, shown).catch(() => {});
}

type CheckBackListProps = { tickets: readonly Ticket[]; done: (ticketId: string) => void };

/** Tables whose guests a waiter should check on. Ticks are kept on this device only. */
function CheckBackList({ tickets, done }: CheckBackListProps) {
  const t = useTranslations('checkBack');
  if (tickets.length === 0) return null;
  return (
    <SideList title={t('title')} isEmpty={false}>
      <ul className="grid gap-5">
        {tickets.map((ticket) => (
          <Line key={ticket.id} ticket={ticket} done={done} />
        ))}
      </ul>
    </SideList>
  );
}

const Line = memo(function Line({ ticket, done }: { ticket: Ticket; done: CheckBackListProps['done'] }) {
  const t = useTranslations('checkBack');
  const place = usePlaceName()(ticket);
  const course = useCourseName()(ticket.course);
  const at = foodAt(ticket) ?? 0;
  const minutes = useAtNow((now) => Math.floor((now - at) / 60_000), 0);
  return (
    <li className={SIDE_LINE}>
      <p className="grid min-w-0 flex-1">
        <b className="truncate font-[650]">
          {place} · <bdi>{course}</bdi>
        </b>
        <span className="text-quiet">{t('line', { minutes })}</span>
      </p>
      <button
        type="button"
        className="min-h-[max(48px,2.6em)] min-w-55 flex-none rounded-[0.6em] font-bold inverse"
        aria-label={t('doneNamed', { place, course })}
        onClick={firstClick(() => done(ticket.id))}
      >
        {t('done')}
      </button>
    </li>
  );
});

type EmptyProps = { shown: Shown; atAll: number; mine: TableList; showAll: () => void };

/**
 * Says why the list is empty: nothing is ready, or nothing of mine. `atAll` is the number of rows in the full list.
 */
function Empty({ shown, atAll, mine, showAll }: EmptyProps) {
  const t = useTranslations('ready');
  if (shown === 'all') return <EmptyBoard hint={t('emptyHint')}>{t('empty')}</EmptyBoard>;
  return (
    <EmptyBoard hint={t('noneOfMineHint', { count: atAll })} action={<ClearFilters tables={mine} clear={showAll} />}>
      {t('noneOfMine')}
    </EmptyBoard>
  );
}

const TEXT = 'grid gap-3 text-balance p-10 text-center text-[1.25em]';
const HINT = 'text-[0.8em] text-quiet';

/** Shown while no tables are chosen. */
function Unpicked({ pickTables }: { pickTables: () => void }) {
  const t = useTranslations('ready');
  const tables = useTranslations('myTables');
  return (
    <div className="grid justify-items-center gap-5 py-20">
      <p className={TEXT}>
        {t('noTables')}
        <small className={HINT}>{t('noTablesHint')}</small>
      </p>
      <button
        type="button"
        className="min-h-[max(56px,3em)] rounded-[0.6em] px-16 font-bold inverse"
        onClick={pickTables}
      >
        {tables('pick')}
      </button>
    </div>
  );
}

/** Shown after sleep until there is fresh data; it must not show the time of the old board. */
export function WakingUp() {
  const t = useTranslations('ready');
  return (
    <p className={`${TEXT} min-h-[60dvh] place-content-center`} role="status">
      {t('waking')}
      <small className={HINT}>{t('wakingHint')}</small>
    </p>
  );
}

/** What waits on the pass, for each tab; arranged again only if the board changes, or time changes the arrangement. */
export function useArranged(waiter: Waiter, escalate: MinutesOrOff): Record<Shown, Arranged> {
  const tickets = useLive((view) => view.board?.tickets ?? NO_TICKETS);
  const escalateMs = msOf(escalate);
  const now = useAtNow((instant) => lastTurn(tickets.values(), escalateMs, instant), 0);
  return useMemo(() => {
    const time = { now, escalateMs };
    return {
      mine: arrange(tickets.values(), waiter, 'mine', time),
      all: arrange(tickets.values(), waiter, 'all', time),
    };
  }, [tickets, waiter, now, escalateMs]);
}

/** The ids as one string, which is cheap to compare every second. */
function idsOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}

/** Time after which a check-back is no longer listed. */
const ASKED_FOR_MS = 20 * 60_000;

/**
 * Returns the food to check back on at `now` (POS time), oldest first: the last food of each party at the waiter's
 * tables, from `afterMs` after it arrived. A party whose next course is ready is omitted. `done` holds the ids already
 * checked.
 */
export function checkBacks(
  tickets: Iterable<Ticket>,
  { hasTables, isMyTable }: Waiter,
  afterMs: number | null,
  done: ReadonlySet<string>,
  now: number,
): Ticket[] {
  if (afterMs === null) return [];
  const own = [...tickets].filter((ticket) => ticket.table && (!hasTables || isMyTable(ticket)));
  return [...groupBy(own, ({ id }) => orderKeyOf(id)).values()]
    .flatMap((courses) => lastFood(courses) ?? [])
    .filter(({ ticket, at }) => at + afterMs <= now && now < at + afterMs + ASKED_FOR_MS && !done.has(ticket.id))
    .sort((a, b) => a.at - b.at)
    .map(({ ticket }) => ticket);
}

/** When the food reached its table, in epoch ms; null if it has not. A serve may be reported long after it. */
function foodAt({ servedAt, collected }: Ticket): number | null {
  const at = Math.min(...[servedAt, collected?.at].map((each) => toMs(each ?? null) ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(at) ? at : null;
}

/** Last food of a party, unless another course became ready since. */
function lastFood(courses: readonly Ticket[]): { ticket: Ticket; at: number } | null {
  const food = courses.flatMap((ticket) => {
    const at = foodAt(ticket);
    return at === null ? [] : [{ ticket, at }];
  });
  const last = food.reduce<(typeof food)[number] | null>(
    (newest, one) => (newest && newest.at >= one.at ? newest : one),
    null,
  );
  // Food that arrived before it was ready, by the clocks, is no next course.
  const waiting = courses.filter((ticket) => foodAt(ticket) === null);
  const isNextReady = waiting.some(({ readyAt }) => last !== null && readyAt !== null && Date.parse(readyAt) > last.at);
  return isNextReady ? null : last;
}

type WaiterRules = {
  waiter: Waiter;
  shown: Shown;
  escalateMs: number | null;
  /** POS time, epoch ms. */
  now: () => number;
};

/**
 * The sound rules of a waiter's screen: something is ready, louder if it is mine; mine is late; a course is
 * escalated. Claimed courses are silent, and cooking ones are for the kitchen.
 */
export function waiterSoundRules({ waiter, shown, escalateMs, now }: WaiterRules): SoundRules {
  const isTheirs = (ticket: Ticket) => !waiter.hasTables || waiter.isMyTable(ticket);
  return {
    urgencyOf(ticket, at) {
      if (ticket.claim !== null) return 'ready';
      // A collect does not count here, so that its undo makes no sound.
      if (isEscalated({ ...ticket, collected: null }, escalateMs, at)) return 'very-late';
      return isTheirs(ticket) && urgencyOf(ticket, at) === 'ready-late' ? 'ready-late' : 'ready';
    },
    isShown(ticket) {
      if (!waits(ticket) || ticket.claim !== null) return false;
      return shown === 'all' || isTheirs(ticket) || isEscalated(ticket, escalateMs, now());
    },
    isMine: (ticket) => waiter.hasTables && waiter.isMyTable(ticket),
  };
}
