import type { BoardSocket } from './board-socket';
import type { ServerClock } from './server-clock';

const REQUESTS = 5;
const ANSWER_WITHIN_MS = 4_000;

/**
 * Returns a function that measures the server's time: it asks several times in a row, and `clock` uses the answer with
 * the shortest round trip, because that one is the most exact. A call during a measurement does nothing.
 */
export function createClockMeasurement(
  socket: BoardSocket,
  clock: Pick<ServerClock, 'take'>,
  monotonicNow: () => number,
): () => Promise<void> {
  let isAsking = false;
  return async () => {
    if (isAsking) return;
    isAsking = true;
    for (let request = 0; request < REQUESTS && socket.connected; request += 1) {
      const sent = monotonicNow();
      const answer = await socket
        .timeout(ANSWER_WITHIN_MS)
        .emitWithAck('clock:ping')
        .catch(() => null);
      if (answer && 'serverTime' in answer)
        clock.take({ sent, answered: monotonicNow(), serverTime: Date.parse(answer.serverTime) });
    }
    isAsking = false;
  };
}
