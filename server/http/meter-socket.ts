import type { Socket } from 'node:net';
import type { Admission } from './admission';
import { BUDGETS, createBucket } from './budgets';

/**
 * Closes a socket of the board if its handshake takes too long, or if it sends more than a screen does. Its WebSocket
 * must listen to it already: what is too much never reaches it, because one chunk has room for 10,000 frames.
 */
export function meterSocket(
  socket: Socket,
  { isRecognised }: Pick<Admission, 'isRecognised'>,
  monotonicNow: () => number,
): void {
  const spent = createBucket(BUDGETS.socketBytes, monotonicNow);
  let handshakeBytes = 0;
  const timeout = setTimeout(() => {
    if (!isRecognised(socket)) socket.destroy();
  }, BUDGETS.handshakeMs);
  socket.once('close', () => clearTimeout(timeout));
  const isWithinBudget = ({ length }: Buffer) => {
    if (isRecognised(socket)) return spent.take(length);
    handshakeBytes += length;
    return handshakeBytes <= BUDGETS.handshakeBytes;
  };
  const receivers = socket.listeners('data');
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    if (isWithinBudget(chunk)) for (const receive of receivers) receive.call(socket, chunk);
    else socket.destroy();
  });
}
