import { io, type Socket } from 'socket.io-client';

/** The server, the branch and the token; an empty token for a server without authentication. */
export type ScreenOptions = { url: string; token: string; branch: number };

const CONNECT_TIMEOUT_MS = 60_000;

/**
 * Connects `count` screens, one socket each. Resolves to the sockets in the order in which they connected.
 * @throws if a connection is refused, or after a minute
 */
export async function connectScreens({ url, token, branch }: ScreenOptions, count: number): Promise<Socket[]> {
  const connected: Socket[] = [];
  const connect = () => {
    const socket = io(url, {
      transports: ['websocket'],
      auth: token ? { token, branch, contract: 1 } : { branch },
      forceNew: true,
    });
    return new Promise<void>((resolve, reject) => {
      socket.once('connect', () => {
        connected.push(socket);
        resolve();
      });
      socket.once('connect_error', reject);
    });
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `not all of ${count} screens connected within ${CONNECT_TIMEOUT_MS / 1_000} s`;
    timer = setTimeout(() => reject(new Error(message)), CONNECT_TIMEOUT_MS);
  });
  await Promise.race([Promise.all(Array.from({ length: count }, connect)), timeout]).finally(() => clearTimeout(timer));
  return connected;
}
