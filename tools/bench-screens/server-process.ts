import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../server/config';
import { createServer } from '../../server/create-server';
import { afternoonZone } from '../measure/afternoon-zone';
import { KEY, SUBSCRIPTION } from '../measure/pos-key';

/** What the bench must know of the server that it measures. */
export type Served = { url: string; token: string };

/** The real server with its built pages on a throw-away folder, loopback only. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-bench-'));
  const read = readConfig({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const log = { info: () => {}, warn: (_: object, message: string) => void process.stderr.write(`${message}\n`) };
  // At the end of the business day tickets close, and a wall is half empty.
  const config = { ...read.config, timeZone: afternoonZone() };
  const deps = { config, now: Date.now, newEpoch: randomUUID, log };
  const heatlamp = await createServer(deps, { pages: 'production' });
  const stop = async () => {
    await heatlamp.close();
    await rm(folder, { recursive: true, force: true });
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('disconnect', () => void stop());

  await new Promise<void>((listening) => heatlamp.server.listen(0, '127.0.0.1', listening));
  await heatlamp.command('subscription add', { id: SUBSCRIPTION, ...KEY });
  const { token } = (await heatlamp.command('screen add', { name: 'Wall', branches: [1], view: 'kitchen' })) as {
    token: string;
  };
  const served: Served = { url: `http://127.0.0.1:${(heatlamp.server.address() as AddressInfo).port}`, token };
  process.send?.(served);
}

await main();
