import { io, type Socket } from 'socket.io-client';
import type { Ledger } from './ledger';

/** Receives the versions that arrive over one way, in order. */
export type OnVersion = (message: { epoch: string; version: number; previousVersion?: number }) => void;

const CONNECTS_WITHIN_MS = 10_000;

/**
 * Checks the versions of one life of the server: never lower than any announced in a life before, and over one way
 * never lower than the last.
 */
export function watchVersions(ledger: Ledger): (way: string) => OnVersion {
  const before = new Map(ledger.versions);
  return (way) => {
    const last = new Map<string, number>();
    return ({ epoch, version, previousVersion }) => {
      const least = Math.max(before.get(epoch) ?? 0, last.get(epoch) ?? 0);
      if (version < least) ledger.seen.push(`over ${way} version ${version} came after ${least}`);
      if (previousVersion !== undefined && previousVersion !== version - 1)
        ledger.seen.push(`over ${way} version ${version} says that it follows ${previousVersion}`);
      last.set(epoch, version);
      ledger.versions.set(epoch, Math.max(version, ledger.versions.get(epoch) ?? 0));
    };
  };
}

/** A screen that only listens. Resolves when it has its first board. */
export async function attachScreen(url: URL, token: string, onVersion: OnVersion): Promise<Socket> {
  const socket = io(url.href, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  for (const name of ['board:snapshot', 'board:changed', 'board:head']) socket.on(name, onVersion);
  await new Promise<void>((done) => {
    const timer = setTimeout(done, CONNECTS_WITHIN_MS);
    for (const name of ['board:snapshot', 'connect_error', 'disconnect'])
      socket.once(name, () => {
        clearTimeout(timer);
        done();
      });
  });
  return socket;
}
