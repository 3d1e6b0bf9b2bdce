import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { builtServer, startServer } from '../harness/child-server';
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
  return {
    target: 'heatlamp',
    url: server.url.origin,
    port: Number(server.url.port),
    pid: server.pid,
    token,
    tablet,
    session: await signIn(server.url.origin, link),
    folder,
    stored: () => storedDeliveries(path.join(folder, 'heatlamp.db')),
    freezeLog: () => void server.child.stderr?.pause(),
    async stop() {
      server.child.stderr?.resume();
      await server.stop();
      remove();
    },
  };
}
