import { randomUUID } from 'node:crypto';
import { readConfig } from '../../server/config';
import { createServer, type Heatlamp } from '../../server/create-server';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
import type { Times } from './findings';
import { readerQuestions } from './questions';

/** Access to a prepared folder: the token of a program, and the one-time link of an owner. */
export type Prepared = { token: string; link: string; queried: Times[] };

/**
 * Sends the queries of pages to the reader of a server without sockets, and prepares the folder for the server with
 * sockets: a subscription to post with, a token for requests, and an owner.
 */
export async function askReader(dataDir: string, branches: number, times: number): Promise<Prepared> {
  const read = readConfig({ DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const log = { info: () => {}, warn: () => {} };
  const deps = { config: read.config, now: Date.now, newEpoch: randomUUID, log };
  const heatlamp = await createServer(deps, { pages: false });
  try {
    const queried = await askAll(heatlamp, branches, times);
    await heatlamp.command('subscription add', { id: SUBSCRIPTION, ...KEY });
    const numbers = Array.from({ length: branches }, (_, index) => index + 1);
    const wanted = { name: 'Bench', branches: numbers, view: 'api' };
    const { token } = (await heatlamp.command('screen add', wanted)) as { token: string };
    const owner = { name: 'Bench', role: 'owner', branches: null };
    const { link } = (await heatlamp.command('manager add', owner)) as { link: string };
    return { token, link, queried };
  } finally {
    await heatlamp.close();
  }
}

/** Takes the questions in turn, so that a slow phase of the machine affects all of them. */
async function askAll({ core: { reader } }: Heatlamp, branches: number, times: number): Promise<Times[]> {
  await reader.read('readAhead', null);
  const questions = readerQuestions(branches).map((question) => ({ ...question, ms: [] as number[] }));
  for (let turn = -1; turn < times; turn += 1)
    for (const { ask, ms } of questions) {
      const startedAt = performance.now();
      await ask(reader);
      // The first time a question's code is compiled.
      if (turn >= 0) ms.push(performance.now() - startedAt);
    }
  return questions.map(({ name, ms }) => ({ name, ms }));
}
