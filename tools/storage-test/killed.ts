import { openDatabase } from '../harness/stored-data';
import { createRandom } from '../pos-simulator/random';
import { checkDeliveries } from './check-deliveries';
import { checkEvening } from './evening';
import { type Response, send, serviceUntilNow, statuses } from './load';
import type { Scenario } from './scenario';
import { makeFolder, startOn } from './server';

const KILLS = 20;
const CONNECTIONS = 16;
/** In every third round the database is locked, so that deliveries wait in the inbox when the server dies. */
const LOCKED_EVERY = 3;

export const killed: Scenario = {
  name: 'killed',
  title: `kill -9 ${KILLS} times under load, in some rounds with the database locked`,
  async run(findings) {
    const { expect, figure, seed } = findings;
    const { folder, token } = await makeFolder(findings);
    const random = createRandom(seed);
    const responses: Response[] = [];
    let waiting = 0;
    let startMs = 0;
    for (let round = 1; round <= KILLS; round += 1) {
      const startedAt = performance.now();
      const server = await startOn(findings, folder);
      startMs += performance.now() - startedAt;
      const lockConnection = openDatabase(folder);
      const isLocked = round % LOCKED_EVERY === 0;
      if (isLocked) lockConnection.exec('BEGIN IMMEDIATE');
      let isDead = false;
      const load = send(
        server.url,
        serviceUntilNow(seed + round, { orders: 300, tables: 300, minutes: 20 }),
        CONNECTIONS,
        () => isDead,
      );
      await new Promise((done) => setTimeout(done, (isLocked ? 1_100 : 100) + random() * 900));
      await server.kill();
      isDead = true;
      const sent = await load;
      responses.push(...sent);
      if (isLocked) waiting += sent.filter(({ status }) => status === 200).length;
      lockConnection.close();
    }
    const restarted = await startOn(findings, folder);
    figure('responses', statuses(responses));
    figure('acknowledged while the database was locked', waiting);
    figure('mean time to start', `${Math.round(startMs / KILLS)} ms`);
    const unexpected = responses.filter(({ status }) => status !== 200 && status !== null);
    expect(unexpected.length === 0, `unexpected statuses: ${statuses(responses)}`);
    expect(
      responses.some(({ status }) => status === null),
      'no delivery was in flight at a kill',
    );
    expect(waiting > 0, 'no delivery was acknowledged while the database was locked');
    await checkEvening(findings, folder, { url: restarted.url, token });
    await restarted.stop();
    checkDeliveries(findings, folder, responses);
  },
};
