import { expect, test } from 'vitest';
import { processorMs } from './processor-time';
import { residentMegabytes } from './resident-memory';

test.runIf(process.platform === 'linux')('work is seen as processor time, and waiting is not', async () => {
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

test('memory in use is seen as resident', () => {
  const before = residentMegabytes(process.pid);
  const held = Buffer.alloc(64 * 1024 * 1024, 1);
  expect(residentMegabytes(process.pid) - before).toBeGreaterThan(50);
  expect(held[0]).toBe(1);
});
