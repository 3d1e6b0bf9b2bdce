import { createRandom } from '../pos-simulator/random';
import { checkEvening } from './evening';
import { checkJournal, openDatabase } from './journal';
import { type Answered, send, serviceUntilNow, statuses } from './load';
import type { Scenario } from './scenario';
import { makeFolder, startOn } from './server';

const KILLS = 20;
const CONNECTIONS = 16;
/** Every third time the database is also locked, so that the spool is in use when the server dies. */
const LOCKED_EVERY = 3;

export const killed: Scenario = {
  name: 'killed',
  title: `kill -9 ${KILLS} times under load, now and then with the database locked`,
  async run(findings) {
    const { expect, figure, seed } = findings;
    const { folder, token } = await makeFolder(findings);
    const random = createRandom(seed);
    const answered: Answered[] = [];
    let spooled = 0;
    let startMs = 0;
    for (let round = 1; round <= KILLS; round += 1) {
      const startedAt = performance.now();
      const server = await startOn(findings, folder);
      startMs += performance.now() - startedAt;
      const holder = openDatabase(folder);
      const isLocked = round % LOCKED_EVERY === 0;
      if (isLocked) holder.exec('BEGIN IMMEDIATE');
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
      answered.push(...sent);
      if (isLocked) spooled += sent.filter(({ status }) => status === 200).length;
      holder.close();
    }
    const last = await startOn(findings, folder);
    figure('answers', statuses(answered));
    figure('answered from the spool', spooled);
    figure('from start to listening', `${Math.round(startMs / KILLS)} ms`);
    const strange = answered.filter(({ status }) => status !== 200 && status !== null);
    expect(strange.length === 0, `answers were ${statuses(answered)}`);
    expect(
      answered.some(({ status }) => status === null),
      'no delivery was under way when the server was killed',
    );
    expect(spooled > 0, 'nothing was answered from the spool');
    await checkEvening(findings, folder, { url: last.url, token });
    await last.stop();
    checkJournal(findings, folder, answered);
  },
};
