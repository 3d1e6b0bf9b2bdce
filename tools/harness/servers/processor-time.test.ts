import { expect, test } from 'vitest';
import { processorMs } from './processor-time';
import { residentMegabytes } from './resident-memory';

test.runIf(process.platform === 'linux')('work counts as processor time, and waiting does not', async () => {
  const used = async (what: () => unknown) => {
    const before = processorMs(process.pid) ?? Number.NaN;
    await what();
    return (processorMs(process.pid) ?? Number.NaN) - before;
  };
  const waiting = await used(() => new Promise((done) => setTimeout(done, 300)));
  const own = process.cpuUsage();
  const working = await used(() => {
    while (process.cpuUsage(own).user < 300_000);
  });
  expect(waiting).toBeLessThan(200);
  expect(working).toBeGreaterThanOrEqual(270);
});

test('allocated memory is resident', () => {
  const before = residentMegabytes(process.pid);
  const allocated = Buffer.alloc(64 * 1024 * 1024, 1);
  expect(residentMegabytes(process.pid) - before).toBeGreaterThan(50);
  expect(allocated[0]).toBe(1);
});
