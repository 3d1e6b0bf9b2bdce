import path from 'node:path';
import { storedDeliveries } from '../bench/servers/stored-deliveries';
import type { Running } from '../bench/servers/target';
import { type ChildServer, launch } from '../harness/child-server';
import { furnish, makeDataFolder } from '../harness/data-folder';
import type { ServerBuild } from '../harness/server-build';

/** Starts a server on a data folder, on a free port or on the given one. @throws if it does not start */
export async function startOn({ main }: ServerBuild, folder: string, port = 0): Promise<ChildServer> {
  const begun = await launch({ program: main, folder, environment: { PORT: String(port) } });
  if (begun.url === null) throw new Error(`the server did not start: it ended with ${begun.by}: ${begun.said}`);
  return begun;
}

/** A server for the load generator of the bench, on a folder of its own. */
export async function startTarget(build: ServerBuild): Promise<Running> {
  const { folder, remove } = makeDataFolder();
  const server = await startOn(build, folder);
  const [token = ''] = await furnish(folder, ['kitchen']);
  return {
    target: 'heatlamp',
    url: server.url.origin,
    port: Number(server.url.port),
    pid: server.child.pid ?? 0,
    token,
    stored: () => storedDeliveries(path.join(folder, 'heatlamp.db')),
    async stop() {
      await server.stop();
      remove();
    },
  };
}
