import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  addSubscriptionAndScreens,
  builtServer,
  type ChildServer,
  makeDataFolder,
  signInOwner,
  startServer,
} from '../harness/child-server';
import { type MeasuredServer, storedDeliveries } from '../harness/measured-server';
import { firstOf, openSocket } from '../harness/wait';
import { sendOnce } from './start-attacks';
import { newStart } from './trusted-attacks';
import { request } from './web-socket';

export type SiegedServer = Pick<MeasuredServer, 'target' | 'url' | 'port' | 'pid' | 'token' | 'stop' | 'stored'> & {
  folder: string;
  /** The token of a tablet that nobody else uses. */
  tablet: string;
  /** The `Cookie` header of an owner. */
  session: string;
  /** Stops reading the server's log, as a terminal does that somebody froze. */
  freezeLog: () => void;
  /** Stops it, and starts it again on its folder, with this limit of open files. It then knows nobody. */
  restart: (openFiles?: number) => Promise<SiegedServer>;
};

type Started = Pick<SiegedServer, 'folder' | 'token' | 'tablet' | 'session'> & { remove: () => void };

const EVERY_MS = 500;
/** Long, because how long things take is measured by the deliveries beside it. */
const TIMEOUT_MS = 20_000;
const HERE = '127.0.0.1';
const CHECKS = ['/healthz', '/readyz', '/metrics'];

/** How many new connections got what they came for, of how many. */
export type LetIn = { deliveries: number; screens: number; checks: number; of: number };

/** Twice a second until a time (epoch ms), opens new connections: of a POS, a paired screen, and a health check. */
export async function watchOthers(url: string, token: string, until: number): Promise<LetIn> {
  const port = Number(new URL(url).port);
  const letIn: LetIn = { deliveries: 0, screens: 0, checks: 0, of: 0 };
  const rounds: Promise<void>[] = [];
  const round = async () => {
    const isOk = async (bytes: string | Buffer) =>
      /^HTTP\/1\.1 200 /.test(await sendOnce(port, bytes, HERE, TIMEOUT_MS));
    const checks = CHECKS.map((path) => isOk(request('GET', path, { Connection: 'close' })));
    const [delivery, screen, ...checked] = await Promise.all([isOk(newStart()), comesBack(url, token), ...checks]);
    if (delivery) letIn.deliveries += 1;
    if (screen) letIn.screens += 1;
    if (checked.every(Boolean)) letIn.checks += 1;
  };
  while (Date.now() < until) {
    letIn.of += 1;
    rounds.push(round());
    await wait(EVERY_MS);
  }
  await Promise.all(rounds);
  return letIn;
}

/** Whether a screen gets its board within twenty seconds. */
async function comesBack(url: string, token: string): Promise<boolean> {
  const client = openSocket(url, { token });
  const first = await firstOf(client, ['board:snapshot', 'connect_error', 'disconnect'], TIMEOUT_MS);
  client.close();
  return first?.name === 'board:snapshot';
}

/** Starts the server of `npm start` with a tablet and an owner, on a new folder or on a copy of a history's. */
export async function startTarget(historyFolder?: string): Promise<SiegedServer> {
  const { folder, remove } = makeDataFolder();
  if (historyFolder) await cp(historyFolder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const server = await startServer({ ...builtServer(), folder });
  const [token = '', tablet = ''] = await addSubscriptionAndScreens(folder, ['ready', 'ready']);
  const session = await signInOwner(folder, server.url.origin);
  return toTarget(server, { folder, remove, token, tablet, session });
}

function toTarget(server: ChildServer, started: Started): SiegedServer {
  const { folder, token, tablet, session, remove } = started;
  return {
    target: 'heatlamp',
    url: server.url.origin,
    port: Number(server.url.port),
    pid: server.pid,
    token,
    tablet,
    session,
    folder,
    stored: () => storedDeliveries(path.join(folder, 'heatlamp.db')),
    freezeLog: () => void server.child.stderr?.pause(),
    async stop() {
      server.child.stderr?.resume();
      await server.stop();
      remove();
    },
    async restart(openFiles) {
      await server.stop();
      const options = openFiles === undefined ? {} : { openFiles };
      return toTarget(await startServer({ ...builtServer(), folder, ...options }), started);
    },
  };
}
