import type { LiveStore } from '../live/live-store';
import type { LiveView } from '../live/live-view';

const PATIENCE_MS = 60_000;

/**
 * Resolves with the first view, from now on, that is as `isRight` wants it; says what was seen last when none comes.
 */
export function sees(store: LiveStore, isRight: (view: LiveView) => boolean): Promise<LiveView> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isRight(store.view())) return;
      stop();
      clearTimeout(patience);
      resolve(store.view());
    };
    const stop = store.subscribe(look);
    const patience = setTimeout(() => {
      stop();
      reject(new Error(`not seen within ${PATIENCE_MS} ms; last seen: ${describe(store.view())}`));
    }, PATIENCE_MS);
    look();
  });
}

function describe({ board, link, newsAt }: LiveView): string {
  const tickets = [...(board?.tickets.keys() ?? [])];
  return JSON.stringify({ epoch: board?.epoch, version: board?.version, tickets, link, newsAt });
}

/** The course numbers on a board, in order. */
export function courses({ board }: LiveView): number[] {
  return [...(board?.tickets.values() ?? [])].map((ticket) => ticket.course.number).sort((a, b) => a - b);
}
