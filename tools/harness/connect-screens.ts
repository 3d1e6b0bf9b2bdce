import { io, type Socket } from 'socket.io-client';

/** The server, branch and token; a server without screens gets no token. */
export type ScreenOptions = { url: string; token: string; branch: number };

const CONNECTS_WITHIN_MS = 20_000;

/**
 * Connects this many screens, a socket each. Resolves when all are connected, in the order in which they connected.
 * @throws if one is refused, or after 20 s
 */
export async function connectScreens({ url, token, branch }: ScreenOptions, count: number): Promise<Socket[]> {
  const connected: Socket[] = [];
  const all = Array.from({ length: count }, () => {
    const socket = io(url, {
      transports: ['websocket'],
      auth: token ? { token, branch, contract: 1 } : {},
      forceNew: true,
    });
    return new Promise<void>((done, refused) => {
      socket.once('connect', () => {
        connected.push(socket);
        done();
      });
      socket.once('connect_error', refused);
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    const message = `not all of ${count} screens connected within ${CONNECTS_WITHIN_MS / 1_000} s`;
    timer = setTimeout(() => failed(new Error(message)), CONNECTS_WITHIN_MS);
  });
  await Promise.race([Promise.all(all), late]).finally(() => clearTimeout(timer));
  return connected;
}
