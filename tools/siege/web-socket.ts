import { randomBytes } from 'node:crypto';
import { request } from './connection';

/** The handshake of a socket, before Socket.IO's own. */
export const UPGRADE = request('GET', '/socket.io/?EIO=4&transport=websocket', {
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
});

const TEXT = 0x81;

/** A masked frame with a payload of at most 65,535 bytes. `head` has the final bit and the opcode. */
export function frame(head: number, payload: string): Buffer {
  const text = Buffer.from(payload);
  const length = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff];
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([Buffer.from([head, ...length, 0, 0, 0, 0]), text]);
}

/** A message of Socket.IO. */
export function message(event: string, ...values: unknown[]): Buffer {
  return frame(TEXT, `42${JSON.stringify([event, ...values])}`);
}

/** Socket.IO's handshake with the token of a screen. */
export function connectFrame(token: string): Buffer {
  return frame(TEXT, `40${JSON.stringify({ token })}`);
}
