import type { BoardSocket } from './board-socket';
import type { ServerClock } from './server-clock';

const QUESTIONS = 5;
const ANSWER_WITHIN_MS = 4_000;

/**
 * Returns a function that asks the server for its time several times in a row, because an answer is only as exact as its
 * round trip is short. It does nothing while it is asking already.
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
    for (let question = 0; question < QUESTIONS && socket.connected; question += 1) {
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
