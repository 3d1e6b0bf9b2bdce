import { io, type Socket } from 'socket.io-client';
import type { Ledger } from './ledger';

/** Receives the versions of one channel in order. */
export type OnVersion = (message: { epoch: string; version: number; previousVersion?: number }) => void;

const CONNECT_TIMEOUT_MS = 10_000;

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

/** Connects a screen that only receives. Resolves after the first board, or when the connection fails. */
export async function attachScreen(url: URL, token: string, onVersion: OnVersion): Promise<Socket> {
  const socket = io(url.href, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  for (const name of ['board:snapshot', 'board:changed', 'board:head']) socket.on(name, onVersion);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, CONNECT_TIMEOUT_MS);
    for (const name of ['board:snapshot', 'connect_error', 'disconnect'])
      socket.once(name, () => {
        clearTimeout(timer);
        resolve();
      });
  });
  return socket;
}
