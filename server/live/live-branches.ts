import type { Live, LiveBranch, LiveScreen } from '../../contract/live-branches';
import { liveStrip } from '../../domain/live-strip';
import { type KeptTicket, told } from '../../domain/ticket';
import type { BranchState } from '../board/branch-state';
import { gapsOf } from '../board/read-board';
import type { Core } from '../core';

/** These branches as they are at this moment, from memory alone: one look at what is open or was closed lately. */
export function liveOf(core: Core, branches: readonly number[]): Live {
  return { serverTime: told(core.now()), branches: branches.map((number) => liveBranch(core, number)) };
}

function liveBranch(core: Core, number: number): LiveBranch {
  const state = core.boards.branch(number);
  const votes = state?.row.votes ?? { seconds: 0, minutes: 0, milliseconds: 0 };
  const reading = core.settings.readingOf(number, votes);
  const posOffsetMs = state?.posOffsetMs ?? 0;
  return {
    branch: {
      number,
      name: state?.row.name ?? null,
      timeZone: state?.row.timeZone ?? core.config.timeZone,
    },
    ...liveStrip(state ? ticketsOf(state) : [], reading, core.now() - posOffsetMs),
    unit: reading.unit,
    lastDeliveryAt: told(state?.row.lastDeliveryAt ?? null),
    posOffsetMs,
    gaps: gapsOf(state, core.now()),
    screens: screensOf(core, number),
  };
}

function* ticketsOf({ orders }: BranchState): Generator<KeptTicket> {
  for (const order of orders.values()) yield* order.tickets;
}

/** Those that still hold, by name. */
function screensOf(core: Core, branch: number): LiveScreen[] {
  const connected = new Set([...core.presence.list()].flatMap((one) => (one.branch === branch ? [one.screen] : [])));
  return [...core.screens().values()]
    .filter((screen) => screen.revokedAt === null && screen.branches.includes(branch))
    .map(({ id, name, view, lastSeenAt }) => ({
      id,
      name,
      view,
      isConnected: connected.has(id),
      lastSeenAt: told(lastSeenAt),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}
