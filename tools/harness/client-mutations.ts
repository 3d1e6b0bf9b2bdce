import type { Mutation } from './mutations';
import type { Patch } from './server-build';

const BOARD_STATE = 'components/live/board-state.ts';

/** Defects of the client, to prove that the tests detect them. */
export const CLIENT_MUTATIONS = [
  {
    name: 'gaps-not-seen',
    about: 'a change is applied whatever it says that it follows',
    patches: [{ file: BOARD_STATE, find: ' || change.previousVersion > state.version', replace: '' }],
  },
  {
    name: 'old-tickets-stay',
    about: 'what a whole board does not have any more stays where it was',
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
    about: 'a head is a sign of life and no more',
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
    about: 'a socket that looks open is taken for a sign of life',
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
