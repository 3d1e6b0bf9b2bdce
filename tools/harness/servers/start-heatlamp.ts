import path from 'node:path';
import { builtServer, type Program, startServer } from '../child-server';
import { addSubscriptionAndScreens, makeDataFolder } from '../data-folder';
import type { Postgresql } from '../postgresql';
import { storedDeliveries, storedInPostgresql } from './stored-deliveries';
import type { MeasuredServer } from './target';

let databases = 0;

/**
 * Starts the server of `npm start`, or another program, on a new folder with a kitchen wall of branch 1; on a database of
 * `postgresql` if there is one.
 */
export async function startHeatlamp(given: Program = builtServer(), postgresql?: Postgresql): Promise<MeasuredServer> {
  const { folder, remove } = makeDataFolder();
  databases += 1;
  const url = await postgresql?.createDatabase(`measured${databases}`);
  const program = url === undefined ? given : { ...given, environment: { ...given.environment, DATABASE_URL: url } };
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
    stored: () => (url === undefined ? storedDeliveries(path.join(folder, 'heatlamp.db')) : storedInPostgresql(url)),
    async stop() {
      await server.stop();
      remove();
    },
  };
}
