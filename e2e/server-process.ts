import { setTimeout as wait } from 'node:timers/promises';
import { MIN_AWAY_MS } from '../domain/heartbeat';
import { commandLine } from '../server/cli/command-line';
import { afternoonZone } from '../server/testing/afternoon-zone';
import { signedHeaders } from '../server/testing/pos-key';
import {
  addSubscriptionAndScreens,
  builtServer,
  type ChildServer,
  command,
  makeDataFolder,
  startServer,
} from '../tools/harness/child-server';
import { freePort, startPostgresql } from '../tools/harness/postgresql';

/** The time zone of the server, and so of its branches. */
export const TIME_ZONE = afternoonZone();

/** A server started like `npm start`, in a temporary folder on a fixed free port, with the commands of `npm run heatlamp`. */
export type ServerProcess = {
  url: string;
  port: number;
  /** Its data folder. */
  folder: string;
  /** Where its PostgreSQL is; null with SQLite. */
  databaseUrl: string | null;
  /** Runs a command of `npm run heatlamp` in the server. @throws Error with its message */
  heatlamp: <Result>(...args: string[]) => Promise<Result>;
  /** Posts a signed body like the POS does. @throws Error unless it is accepted */
  post: (event: string, body: string) => Promise<void>;
  /** Kills the server like a power cut. */
  kill: () => Promise<void>;
  /** Kills the server, and waits until a start makes a gap: a quick machine could start it sooner. */
  killForGap: () => Promise<void>;
  /** Stops the server like a service manager does. @throws if it does not end with 0 */
  stop: () => Promise<void>;
  /** Starts the server again with the same folder and port. Resolves when it listens. */
  start: () => Promise<void>;
  /** What the running server has printed on its standard output. */
  printed: () => string;
  /** Kills the server and removes the folder. */
  discard: () => Promise<void>;
};

/** `isNew`: nothing is set up. `variables`: further ones of its environment. */
export async function startServerProcess(
  database: 'sqlite' | 'postgresql',
  { isNew = false, variables = {} }: { isNew?: boolean; variables?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const { folder, remove } = makeDataFolder();
  const postgresql = database === 'postgresql' ? await startPostgresql() : null;
  const databaseUrl = postgresql && (await postgresql.createDatabase('heatlamp'));
  const place = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const port = await freePort();
  const built = builtServer({ PORT: String(port), TZ: TIME_ZONE, NODE_ENV: 'production', ...place, ...variables });
  let running: ChildServer | null = null;

  const server: ServerProcess = {
    url: `http://localhost:${port}`,
    port,
    folder,
    databaseUrl,
    async heatlamp<Result>(...args: string[]) {
      let result: unknown;
      const perform = async (name: string, input: unknown) => {
        result = await untilWritable(() => command(folder, name, input));
      };
      await commandLine(perform).parseAsync(args, { from: 'user' });
      return result as Result;
    },
    async post(event, body) {
      const bytes = Buffer.from(body);
      const response = await fetch(`http://127.0.0.1:${port}/webhooks/${event}`, {
        method: 'POST',
        body: bytes,
        headers: signedHeaders(bytes),
      });
      if (response.status !== 200)
        throw new Error(`${event} was answered ${response.status}: ${await response.text()}`);
    },
    async start() {
      running = await startServer({ ...built, folder });
    },
    async stop() {
      const child = running;
      running = null;
      await child?.stop();
    },
    async kill() {
      const child = running;
      running = null;
      await child?.kill();
    },
    async killForGap() {
      await server.kill();
      await wait(MIN_AWAY_MS);
    },
    printed: () => running?.printed() ?? '',
    async discard() {
      await server.kill();
      await postgresql?.stop();
      remove();
    },
  };
  await server.start();
  if (!isNew) await untilWritable(() => addSubscriptionAndScreens(folder, []));
  return server;
}

const WRITABLE_WITHIN_MS = 60_000;
const RETRY_MS = 500;

/** Tries again while the server takes the database for away, as PostgreSQL may seem on a crowded machine. */
async function untilWritable<Result>(send: () => Promise<Result>): Promise<Result> {
  for (const until = Date.now() + WRITABLE_WITHIN_MS; ; await wait(RETRY_MS)) {
    try {
      return await send();
    } catch (error) {
      if (Date.now() > until || !String(error).includes('cannot be written now')) throw error;
    }
  }
}
