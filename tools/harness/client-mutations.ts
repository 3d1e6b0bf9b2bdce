import type { Mutation } from './mutations';
import type { Patch } from './server-build';

const BOARD_STATE = 'components/live/board-state.ts';

/** Defects of the client, to prove that the tests detect them. */
export const CLIENT_MUTATIONS = [
  {
    name: 'gaps-not-seen',
    description: 'a change is applied after a gap in versions',
    patches: [{ file: BOARD_STATE, find: ' || change.previousVersion > state.version', replace: '' }],
  },
  {
    name: 'old-tickets-stay',
    description: 'tickets that a snapshot no longer contains remain',
    patches: [
      {
        file: BOARD_STATE,
        find: 'tickets: keyed(board.tickets, (ticket) => ticket.id, sameEpoch ? before.tickets : null),',
        replace: `tickets: new Map([
      ...(before?.tickets ?? []),
      ...keyed(board.tickets, (ticket) => ticket.id, sameEpoch ? before.tickets : null),
    ]),`,
      },
    ],
  },
  {
    name: 'heads-not-compared',
    description: 'the version of a head is ignored',
    patches: [
      {
        file: 'components/live/live-store.ts',
        find: 'const isOld = isBehind(view.board, message);',
        replace: 'const isOld = false;',
      },
    ],
  },
  {
    name: 'open-means-live',
    description: 'an open socket counts as live',
    patches: [
      {
        file: 'components/live/freshness.ts',
        find: "if (ageMs === null) return { level: 'waiting', cause: null };",
        replace: `if (ageMs === null) return { level: 'waiting', cause: null };
  if (link.kind === 'socket') return { level: 'live', cause: null };`,
      },
    ],
  },
] as const satisfies readonly Mutation[];

export type ClientMutationName = (typeof CLIENT_MUTATIONS)[number]['name'];

export function clientPatchesOf(name: string | undefined): readonly Patch[] {
  return CLIENT_MUTATIONS.find((mutation) => mutation.name === name)?.patches ?? [];
}
