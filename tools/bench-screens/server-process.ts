import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../server/config';
import { createServer } from '../../server/create-server';
import { KEY, SUBSCRIPTION } from '../measure/pos-key';

/** What the bench must know of the server that it measures. */
export type Served = { url: string; token: string };

const EVENING_HOUR = 19;
const FARTHEST_EAST = 14;

/** The real server with its built pages on a throw-away folder, loopback only. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-bench-'));
  const read = readConfig({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const log = { info: () => {}, warn: (_: object, message: string) => void process.stderr.write(`${message}\n`) };
  const config = { ...read.config, timeZone: zoneOfAnEvening(Date.now()) };
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

/** Where it is seven in the evening now: at the end of the business day tickets close, and a wall is half empty. */
function zoneOfAnEvening(now: number): string {
  const ahead = EVENING_HOUR - new Date(now).getUTCHours();
  const hours = ahead > FARTHEST_EAST ? ahead - 24 : ahead;
  // The signs of these names are the other way round.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

await main();
