import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { addProgram } from '../../server/testing/deliveries';
import { startServer } from '../../server/testing/running-server';
import { projectRoot } from '../set-up/project-root.mjs';

const EVENING = 'tools/pos-simulator/fixtures/friday-evening';

/** Runs the simulator. Resolves to its exit code, and what it printed. */
function simulate(...args: string[]): Promise<{ code: number; printed: string }> {
  const options = ['--import', 'tsx', 'tools/pos-simulator/main.ts', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, options, { cwd: projectRoot }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: `${stderr}${stdout}` }),
    );
  });
}

it('posts an evening that history then has, and reports what a server does not accept or have', async () => {
  const server = await startServer();
  const token = await addProgram(server);
  const to = ['--url', server.url];
  const play = [`${EVENING}.jsonl`, ...to, '--speed', 'max', '--connections', '8'];
  const compare = ['compare', `${EVENING}.truth.json`, ...to, '--token', token];
  try {
    const forged = await simulate(...play, '--secret', 'AAAA');
    expect(forged.code).toBe(1);
    expect(forged.printed).toMatch(/a delivery was not accepted: 400 INVALID_SIGNATURE\n[\s\S]*FAILED\n$/);
    expect((await simulate(...compare)).code).toBe(1);
    expect((await simulate(...play, '--shuffle', '--repeat', '0.1')).printed).toMatch(/\npassed\n$/);
    const compared = await simulate(...compare);
    expect(compared.printed).toMatch(
      /^JSON: (\d+) of \1 courses agree, 0 extra\nCSV: \1 of \1 courses agree, 0 extra\n$/,
    );
    expect(compared.code).toBe(0);
    expect((await simulate(...play.slice(0, 1), '--url', 'http://192.0.2.1')).printed).toContain('--anywhere');
  } finally {
    await server.stop();
  }
});
