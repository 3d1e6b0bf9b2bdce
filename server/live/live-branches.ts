import type { Live, LiveBranch, LiveScreen } from '../../contract/live-branches';
import { lastCutOff } from '../../domain/business-day';
import { toIso } from '../../domain/fact';
import { liveFigures } from '../../domain/live-figures';
import { knownSkew } from '../../domain/pos-offset';
import type { KeptTicket } from '../../domain/ticket';
import { type BranchState, CLOSED_STAYS_MS, calendarOf, isOpenSince } from '../board/branch-state';
import { asOfMember, type BoardSource, gapsOf, strayClockOf } from '../board/read-board';
import type { Presence } from '../screens/presence';
import type { Screen } from '../screens/screens';

/** The parts of the server that live figures are computed from. */
type LiveSource = Pick<BoardSource, 'boards' | 'settings' | 'config' | 'now' | 'asOf'> & {
  screens: () => ReadonlyMap<string, Screen>;
  presence: Presence;
};

/** A reply and a page have no more. Figures are computed on the main thread. */
const MAX_LISTED = 100;

/** The live figures of these branches, from the tickets in memory. */
export function liveOf(source: LiveSource, branches: readonly number[]): Live {
  const isAtWork = (number: number) => (source.boards.branch(number)?.openOrders.size ?? 0) > 0;
  const listed =
    branches.length > MAX_LISTED
      ? branches.toSorted((a, b) => Number(isAtWork(b)) - Number(isAtWork(a))).slice(0, MAX_LISTED)
      : branches;
  return {
    serverTime: toIso(source.now()),
    ...asOfMember(source.asOf),
    branches: listed.map((number) => liveBranch(source, number)),
    total: branches.length,
  };
}

function liveBranch(source: LiveSource, number: number): LiveBranch {
  const state = source.boards.branch(number);
  const votes = state?.row.votes ?? { seconds: 0, minutes: 0, milliseconds: 0 };
  const reading = source.settings.readingOf(number, votes);
  const posOffsetMs = state?.posOffsetMs ?? 0;
  const branchNow = source.now() - posOffsetMs;
  return {
    branch: {
      number,
      name: state?.row.name ?? null,
      timeZone: state?.row.timeZone ?? source.config.timeZone,
    },
    ...liveFigures(state ? ticketsOf(state, branchNow) : [], reading, branchNow),
    unit: reading.unit,
    dayBeganAt: toIso(state ? lastCutOff(branchNow, calendarOf(state.row)) : null),
    lastDeliveryAt: toIso(state?.row.lastDeliveryAt ?? null),
    posOffsetMs,
    isPosClockKnown: state !== undefined && knownSkew(state.leastByMinute, state.earlyReceipts) !== null,
    clockOffMs: state ? (strayClockOf(state, source.settings)?.behindMs ?? null) : null,
    gaps: gapsOf(state, source.now()),
    screens: screensOf(source, number),
  };
}

/** F20: the tickets of the orders with one that is open or was closed lately. */
function* ticketsOf({ orders }: BranchState, now: number): Generator<KeptTicket> {
  for (const order of orders.values()) if (isOpenSince(order, now - CLOSED_STAYS_MS)) yield* order.tickets;
}

/** The screens that are not revoked, by name. */
function screensOf(source: LiveSource, branch: number): LiveScreen[] {
  const connected = new Set([...source.presence.list()].flatMap((one) => (one.branch === branch ? [one.screen] : [])));
  return [...source.screens().values()]
    .filter((screen) => screen.revokedAt === null && screen.branches.includes(branch))
    .map(({ id, name, view, lastSeenAt }) => ({
      id,
      name,
      view,
      isConnected: connected.has(id),
      lastSeenAt: toIso(lastSeenAt),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}
