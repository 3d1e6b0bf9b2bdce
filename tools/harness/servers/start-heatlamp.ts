import path from 'node:path';
import { builtServer, type Program, startServer } from '../child-server';
import { furnish, makeDataFolder } from '../data-folder';
import { storedDeliveries } from './stored-deliveries';
import type { Running } from './target';

/** Starts the server of `npm start`, or another program, on a folder of its own, with a kitchen wall of branch 1. */
export async function startHeatlamp(program: Program = builtServer()): Promise<Running> {
  const { folder, remove } = makeDataFolder();
  const furnished = await startServer({ ...program, folder });
  const [token = ''] = await furnish(folder, ['kitchen']);
  await furnished.stop();
  // The measured server has run no commands, which would take memory that deliveries do not need.
  const server = await startServer({ ...program, folder });
  return {
    target: 'heatlamp',
    url: server.url.origin,
    port: Number(server.url.port),
    pid: server.pid,
    token,
    stored: () => storedDeliveries(path.join(folder, 'heatlamp.db')),
    async stop() {
      await server.stop();
      remove();
    },
  };
}
