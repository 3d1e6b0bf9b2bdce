import type * as boardState from '../../../components/live/board-state';
import type * as freshness from '../../../components/live/freshness';
import { mutation } from './mutation';

const BOARD_STATE = 'components/live/board-state.ts';

/** Defects of the client, to prove that the rigs detect them. */
export const CLIENT_MUTATIONS = {
  'gaps-not-seen': mutation<typeof boardState>(BOARD_STATE, 'a change is applied after a gap in versions', {
    takeChange: (original) => (state, change) =>
      original.takeChange(state, { ...change, previousVersion: Math.min(change.previousVersion, state.version) }),
  }),
  'old-tickets-stay': mutation<typeof boardState>(BOARD_STATE, 'tickets that a snapshot no longer contains remain', {
    takeSnapshot: (original) => (before, board) => {
      const after = original.takeSnapshot(before, board);
      return { ...after, tickets: new Map([...(before?.tickets ?? []), ...after.tickets]) };
    },
  }),
  'heads-not-compared': mutation<typeof boardState>(BOARD_STATE, 'the version of a head is ignored', {
    isBehind: () => () => false,
  }),
  'any-age-is-live': mutation<typeof freshness>('components/live/freshness.ts', 'data of any age counts as live', {
    freshnessOf: (original) => (ageMs, link, isOnline) =>
      ageMs !== null && link.kind !== 'refused'
        ? { level: 'live', cause: null }
        : original.freshnessOf(ageMs, link, isOnline),
  }),
};

export type ClientMutation = keyof typeof CLIENT_MUTATIONS;
