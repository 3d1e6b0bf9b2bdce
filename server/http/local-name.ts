import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Config } from '../config';
import type { Log } from '../log';
import { startThread } from '../thread';

/** What devices in the same network may call this server, by multicast DNS. */
export const LOCAL_NAME = 'heatlamp.local';

export type LocalName = {
  /** Host and port to type in place of an address, such as `heatlamp.local:3000`; null if no device would find it. */
  current: () => string | null;
  /** Announces the name, if the configuration allows it. `port` is the one that the server listens on. */
  announce: (port: number) => void;
  close: () => Promise<void>;
};

export type LocalNameWish = { host: string; port: number; listensOn: string };

/** `isTaken`: another device has the name. */
export type LocalNameNews = { isTaken: boolean };

const PROGRAM = {
  bundled: new URL('./local-name-worker.mjs', import.meta.url),
  source: new URL('./local-name-worker.ts', import.meta.url),
};
const GOODBYE_MS = 1_000;

/**
 * Announces this server as `heatlamp.local`, so that people can type a name in place of its address. It has a thread of
 * its own: an error in what answers the whole network ends that thread, and not the server. `host` is another name in
 * tests.
 */
export function createLocalName(
  config: Pick<Config, 'announcesName' | 'host'>,
  log: Log,
  host = LOCAL_NAME,
): LocalName {
  let name: string | null = null;
  let thread: Worker | null = null;
  return {
    current: () => name,
    announce(port) {
      if (!config.announcesName || thread) return;
      thread = startThread(PROGRAM, { host, port, listensOn: config.host } satisfies LocalNameWish);
      thread.unref();
      thread.on('message', ({ isTaken }: LocalNameNews) => {
        name = isTaken ? null : port === 80 ? host : `${host}:${port}`;
        if (isTaken) log.warn({}, `another device in this network is called ${host}: use the address of this one`);
      });
      thread.on('error', (error) => log.warn({ error: error.message }, `${host} is not announced any more`));
      thread.on('exit', () => {
        name = null;
      });
    },
    async close() {
      if (!thread) return;
      const isOver = new Promise((done) => thread?.once('exit', done));
      thread.postMessage('close');
      await Promise.race([isOver, wait(GOODBYE_MS)]);
      await thread.terminate();
    },
  };
}
