import path from 'node:path';
import { builtServer, type Program, startServer } from '../child-server';
import { addSubscriptionAndScreens, makeDataFolder } from '../data-folder';
import { storedDeliveries } from './stored-deliveries';
import type { MeasuredServer } from './target';

/** Starts the server of `npm start`, or another program, on a new folder with a kitchen wall of branch 1. */
export async function startHeatlamp(program: Program = builtServer()): Promise<MeasuredServer> {
  const { folder, remove } = makeDataFolder();
  const setUpServer = await startServer({ ...program, folder });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['kitchen']);
  await setUpServer.stop();
  // Restarted, because the commands use memory that would distort the measurement.
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
