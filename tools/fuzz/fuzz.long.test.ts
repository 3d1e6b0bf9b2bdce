import { describe, expect, it } from 'vitest';
import { withServer } from '../harness/builds';
import type { ServerMutation } from '../harness/mutants/server';
import { runFuzz } from './run';

/** `HEATLAMP_SEED` changes the requests. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

const fuzzOnce = (runs: number, defect?: ServerMutation) =>
  withServer(defect, (build) => runFuzz({ runs, seed: SEED, build }));

const RUNS = 1_000;
const MS_EACH = 240_000;

describe('a server that receives invalid requests', () => {
  it(
    'responds as documented, and stores exactly the signed requests, of a thousand',
    async () => {
      const report = await fuzzOnce(RUNS);
      expect(report.violations).toEqual([]);
      expect([report.runs, report.lost, report.unsigned]).toEqual([RUNS, 0, 0]);
      expect(report.stored).toBeGreaterThan(RUNS / 2);
    },
    MS_EACH,
  );

  it(
    'stores unsigned bodies if it accepts any signature',
    async () => {
      expect((await fuzzOnce(40, 'any-signature')).unsigned).toBeGreaterThan(0);
    },
    MS_EACH,
  );

  it(
    'loses signed bodies if it stores only what it can parse',
    async () => {
      expect((await fuzzOnce(40, 'kept-after-parsing')).lost).toBeGreaterThan(0);
    },
    MS_EACH,
  );
});
