import { io, type Socket } from 'socket.io-client';
import type { Ledger } from './ledger';

/** Receives the versions of one channel in order. */
export type OnVersion = (message: { epoch: string; version: number; previousVersion?: number }) => void;

const CONNECT_TIMEOUT_MS = 60_000;

/**
 * Checks the versions that a server sends between two kills: never lower than before the last kill, and never lower
 * than the previous one of the same channel. Violations go to the ledger.
 */
export function watchVersions(ledger: Ledger): (channel: string) => OnVersion {
  const earlier = new Map(ledger.versions);
  return (channel) => {
    const last = new Map<string, number>();
    return ({ epoch, version, previousVersion }) => {
      const minimum = Math.max(earlier.get(epoch) ?? 0, last.get(epoch) ?? 0);
      if (version < minimum) ledger.violations.push(`over ${channel} version ${version} came after ${minimum}`);
      if (previousVersion !== undefined && previousVersion !== version - 1)
        ledger.violations.push(`over ${channel} version ${version} has previousVersion ${previousVersion}`);
      last.set(epoch, version);
      ledger.versions.set(epoch, Math.max(version, ledger.versions.get(epoch) ?? 0));
    };
  };
}

/** Connects a screen that only receives, before the server is killed. Without its first board, that is a violation. */
export async function attachScreen(
  url: URL,
  token: string,
  onVersion: OnVersion,
  { violations }: Pick<Ledger, 'violations'>,
): Promise<Socket> {
  const socket = io(url.href, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  for (const name of ['board:snapshot', 'board:changed', 'board:head']) socket.on(name, onVersion);
  const first = await new Promise<string>((resolve) => {
    const timer = setTimeout(resolve, CONNECT_TIMEOUT_MS, 'no answer');
    for (const name of ['board:snapshot', 'connect_error', 'disconnect'])
      socket.once(name, () => {
        clearTimeout(timer);
        resolve(name);
      });
  });
  if (first !== 'board:snapshot') violations.push(`a screen got no board over its socket: ${first}`);
  return socket;
}
