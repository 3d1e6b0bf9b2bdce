import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { builtServer, type ChildServer, startServer } from '../harness/child-server';
import { command } from '../harness/control';
import { addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import { storedDeliveries } from '../harness/servers/stored-deliveries';
import type { MeasuredServer } from '../harness/servers/target';
import { signIn } from '../harness/sign-in';

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

/** Starts the server of `npm start` with a tablet and an owner, on a new folder or on a copy of a history's. */
export async function startTarget(historyFolder?: string): Promise<SiegedServer> {
  const { folder, remove } = makeDataFolder();
  if (historyFolder) await cp(historyFolder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const server = await startServer({ ...builtServer(), folder });
  const [token = '', tablet = ''] = await addSubscriptionAndScreens(folder, ['ready', 'ready']);
  const { link } = await command<{ link: string }>(folder, 'manager add', {
    name: 'Anna',
    role: 'owner',
    branches: null,
  });
  const session = await signIn(server.url.origin, link);
  return toTarget(server, { folder, remove, token, tablet, session });
}

type Started = Pick<SiegedServer, 'folder' | 'token' | 'tablet' | 'session'> & { remove: () => void };

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
