import { expect, it } from 'vitest';
import { withServer } from '../harness/builds';
import { deliveryCase, generateDeliveries, randomOf, runFuzz } from './run';

/** `HEATLAMP_SEED` changes the requests. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

const RUNS = 60;

it('a server that receives invalid requests responds as documented, and stores exactly the signed ones', async () => {
  const report = await withServer(undefined, (build) => runFuzz({ runs: RUNS, seed: SEED, build }));
  expect(report.violations).toEqual([]);
  expect([report.runs, report.lost, report.unsigned]).toEqual([RUNS, 0, 0]);
  expect(report.stored).toBeGreaterThan(RUNS / 2);
  expect([...report.kinds]).toEqual(expect.arrayContaining(['API', 'socket', 'body', 'unsigned', 'headers']));
}, 240_000);

it('a server receives the same requests for the same seed', () => {
  const [good = { path: '', body: '' }] = generateDeliveries();
  const bytesOf = (run: number) =>
    [...deliveryCase([good], randomOf(SEED, run)).pieces].map((piece) =>
      Buffer.isBuffer(piece) ? piece.toString('base64') : piece,
    );
  const runs = Array.from({ length: 40 }, (_, run) => run);
  expect(runs.map(bytesOf)).toEqual(runs.map(bytesOf));
  expect(new Set(runs.map((run) => bytesOf(run).join())).size).toBeGreaterThan(30);
});
