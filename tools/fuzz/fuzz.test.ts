import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patchesOf } from '../harness/mutations';
import { buildServer, type ServerBuild } from '../harness/server-build';
import { deliveryCase, goodDeliveries, randomOf } from './one-run';
import { runFuzz } from './run';

/** `HEATLAMP_SEED` changes the requests. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);
const RUNS = 250;
const MINUTES_EACH = 4;

const builds: ServerBuild[] = [];
async function built(name?: Parameters<typeof patchesOf>[0]): Promise<ServerBuild> {
  const build = await buildServer(patchesOf(name));
  builds.push(build);
  return build;
}

let build: ServerBuild;
beforeAll(async () => {
  build = await built();
});
afterAll(() => {
  for (const each of builds) each.remove();
});

describe('a server that receives invalid requests', () => {
  it(
    'answers as documented, keeps all that is signed and nothing else, and goes on',
    async () => {
      const report = await runFuzz({ runs: RUNS, seed: SEED, build });
      expect(report.broken).toEqual([]);
      expect([report.runs, report.lost, report.unsigned]).toEqual([RUNS, 0, 0]);
      expect(report.stored).toBeGreaterThan(RUNS / 2);
      expect([...report.kinds.keys()]).toEqual(
        expect.arrayContaining(['API', 'socket', 'body', 'unsigned', 'headers']),
      );
    },
    MINUTES_EACH * 60_000,
  );

  it(
    'is found out when it takes any signature, or keeps only what it can read',
    async () => {
      const trusting = await runFuzz({ runs: 40, seed: SEED, build: await built('any-signature') });
      expect(trusting.unsigned).toBeGreaterThan(0);
      const forgetful = await runFuzz({ runs: 40, seed: SEED, build: await built('kept-after-parsing') });
      expect(forgetful.lost).toBeGreaterThan(0);
    },
    MINUTES_EACH * 60_000,
  );

  it('receives the same requests for the same seed', () => {
    const [good = { path: '', body: '' }] = goodDeliveries();
    const bytesOf = (run: number) =>
      [...deliveryCase([good], randomOf(SEED, run)).pieces].map((piece) =>
        Buffer.isBuffer(piece) ? piece.toString('base64') : piece,
      );
    const runs = Array.from({ length: 40 }, (_, run) => run);
    expect(runs.map(bytesOf)).toEqual(runs.map(bytesOf));
    expect(new Set(runs.map((run) => bytesOf(run).join())).size).toBeGreaterThan(30);
  });
});
