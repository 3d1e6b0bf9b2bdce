import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processorMs, processorMsWithChildren, residentMegabytes } from './process-figures';

const isLinux = process.platform === 'linux';

test('work counts as processor time, and waiting does not', async () => {
  if (!isLinux) return expect(processorMs(process.pid)).toBeNull();
  const used = async (what: () => unknown) => {
    const before = processorMs(process.pid) ?? Number.NaN;
    await what();
    return (processorMs(process.pid) ?? Number.NaN) - before;
  };
  const waiting = await used(() => new Promise((done) => setTimeout(done, 300)));
  const own = process.cpuUsage();
  const working = await used(() => {
    // Without the loop inside, most of the time would go to the system's calls.
    while (process.cpuUsage(own).user < 300_000) for (let i = 0; i < 1e6; i += 1);
  });
  expect(waiting).toBeLessThan(200);
  expect(working).toBeGreaterThanOrEqual(270);
});

test('the work of a child process counts, also after it has ended', async () => {
  if (!isLinux) return expect(processorMsWithChildren(process.pid)).toBeNull();
  const used = () => processorMsWithChildren(process.pid) ?? Number.NaN;
  const before = used();
  const work = 'while (process.cpuUsage().user < 100_000) for (let i = 0; i < 1e6; i += 1);';
  const child = spawn(process.execPath, ['-e', `${work} console.log('done'); setInterval(() => {}, 1_000);`]);
  await once(child.stdout, 'data');
  expect(used() - before).toBeGreaterThanOrEqual(90);
  child.kill();
  await once(child, 'exit');
  expect(used() - before).toBeGreaterThanOrEqual(90);
});

test('allocated memory is resident', () => {
  const before = residentMegabytes(process.pid);
  const allocated = Buffer.alloc(64 * 1024 * 1024, 1);
  expect(residentMegabytes(process.pid) - before).toBeGreaterThan(50);
  expect(allocated[0]).toBe(1);
});
