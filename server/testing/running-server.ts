import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { CommandName } from '../cli/commands';
import { type Config, readConfig } from '../config';
import { createServer, type Heatlamp } from '../create-server';
import type { Pages } from '../pages/next';
import { zoneOfTests } from './afternoon-zone';
import { environmentOf, newDataFolder, removeDataFolder } from './data-folder';
import { committedSoon, isOfOutage } from './outages';
import { KEY, SUBSCRIPTION, signedHeaders } from './pos-key';

/** The real server, usually without pages, on its own folder and port. */
export type RunningServer = Omit<Heatlamp, 'command'> & {
  url: string;
  dataDir: string;
  /** Warnings in the log. */
  warnings: string[];
  /** Every line of the log with its fields. */
  logged: string[];
  /** Stops the clock of the server at an instant (epoch ms); null lets it run. */
  setNow: (now: number | null) => void;
  command: <Result>(name: CommandName, input?: unknown) => Promise<Result>;
  /**
   * Posts bytes to the path of an event, signed as subscription `heatlamp` unless headers say otherwise. Resolves when
   * the delivery is answered, and committed if it can be committed soon.
   */
  post: (event: string, body: string | Uint8Array, headers?: Record<string, string>) => Promise<Response>;
  /** Sends a request to the API with the token of a screen. */
  get: (path: string, token?: string) => Promise<Response>;
  /** Restarts on the same folder with the same clock; on the same port if `port` is given. */
  restart: (port?: number) => Promise<RunningServer>;
  /** Stops and removes the folder. */
  stop: () => Promise<void>;
};

/**
 * Starts a server on `dataDir`, or on a new folder with a subscription `heatlamp`; `env` is set beside the usual.
 * `startAt` is the server's clock from the start (epoch ms), and its branches are in Amsterdam; without it they are where
 * it is afternoon, so that no business day ends during a test. Port 0 is any free port. The built pages take seconds to
 * start. `checkWithinMs` is longer than by default, because a crowded machine would refuse no delivery for good.
 * Each password is hashed once for all servers.
 */
export async function startServer(
  dataDir?: string,
  env: Record<string, string> = {},
  startAt: number | null = null,
  port = 0,
  pages: Pages = false,
  checkWithinMs = 60_000,
): Promise<RunningServer> {
  const folder = dataDir ?? (await newDataFolder('heatlamp-'));
  const warnings: string[] = [];
  const logged: string[] = [];
  const log = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  let now = startAt;
  const deps = {
    config: testConfig(folder, env, startAt),
    now: () => now ?? Date.now(),
    newEpoch: randomUUID,
    checkWithinMs,
    hashPassword: hashOnce,
    log: {
      info: log,
      warn(fields: object, message: string) {
        if (!isOfOutage(message)) warnings.push(message);
        log(fields, message);
      },
    },
  };
  const heatlamp = await createServer(deps, { pages });
  await new Promise<void>((listening) => heatlamp.server.listen(port, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(heatlamp.server.address() as AddressInfo).port}`;

  const running: RunningServer = {
    ...heatlamp,
    url,
    dataDir: folder,
    warnings,
    logged,
    setNow: (at) => {
      now = at;
    },
    command: async <Result>(name: CommandName, input: unknown = {}) => (await heatlamp.command(name, input)) as Result,
    async post(event, body, headers = {}) {
      const bytes = Buffer.from(body);
      const init = { method: 'POST', body: bytes, headers: { ...signedHeaders(bytes), ...headers } };
      const response = await fetch(`${url}/webhooks/${event}`, init);
      await committedSoon(heatlamp.core);
      return response;
    },
    get: (pathAndQuery, token) =>
      fetch(`${url}${pathAndQuery}`, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
    async restart(port) {
      await heatlamp.close();
      return startServer(folder, env, now, port, pages, checkWithinMs);
    },
    async stop() {
      await heatlamp.close();
      await removeDataFolder(folder);
    },
  };
  if (dataDir === undefined) await running.command('subscription add', { id: SUBSCRIPTION, ...KEY });
  return running;
}

const hashes = new Map<string, Promise<string>>();

/** Hashes a password as the server does, but each only once: a hash takes a tenth of a second of processor time. */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? import('better-auth/crypto').then((crypto) => crypto.hashPassword(password));
  hashes.set(password, hash);
  return hash;
}

function testConfig(dataDir: string, env: Record<string, string>, startAt: number | null): Config {
  const read = readConfig({ ...environmentOf(dataDir), PORT: '0', HOST: '127.0.0.1', ...env });
  if (!read.ok) throw new Error(read.problems.join('; '));
  return { ...read.config, timeZone: zoneOfTests(startAt) };
}
