import { randomUUID } from 'node:crypto';
import { readConfig } from '../../server/config';
import { createServer, type Heatlamp } from '../../server/create-server';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import type { Times } from './findings';
import { readerQueries } from './queries';

/** The token of a screen with view api, the one-time link of an owner, and the times of the queries. */
export type Prepared = { token: string; link: string; queries: Times[] };

/**
 * Measures the queries of pages in the reader, without HTTP. Also prepares the folder for `measureServer`: adds a
 * subscription, a screen and an owner.
 */
export async function measureReader(dataDir: string, branches: number, times: number): Promise<Prepared> {
  const read = readConfig({ DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const log = { info: () => {}, warn: () => {} };
  const deps = { config: read.config, now: Date.now, newEpoch: randomUUID, log };
  const heatlamp = await createServer(deps, { pages: false });
  try {
    const measured = await measureQueries(heatlamp, branches, times);
    await heatlamp.command('subscription add', { id: SUBSCRIPTION, ...KEY });
    const numbers = Array.from({ length: branches }, (_, index) => index + 1);
    const screen = { name: 'Bench', branches: numbers, view: 'api' };
    const { token } = (await heatlamp.command('screen add', screen)) as { token: string };
    const owner = { name: 'Bench', role: 'owner', branches: null };
    const { link } = (await heatlamp.command('manager add', owner)) as { link: string };
    return { token, link, queries: measured };
  } finally {
    await heatlamp.close();
  }
}

/** Measures the queries in turn, so that a slow phase of the machine affects all of them. */
async function measureQueries({ core: { reader } }: Heatlamp, branches: number, times: number): Promise<Times[]> {
  await reader.read('readAhead', null);
  const queries = readerQueries(branches).map((query) => ({ ...query, ms: [] as number[] }));
  for (let turn = -1; turn < times; turn += 1)
    for (const { send, ms } of queries) {
      const startedAt = performance.now();
      await send(reader);
      // The first turn is a warm-up.
      if (turn >= 0) ms.push(performance.now() - startedAt);
    }
  return queries.map(({ name, ms }) => ({ name, ms }));
}
