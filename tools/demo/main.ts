import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../../server/config';
import { createServer } from '../../server/create-server';
import { KEY } from '../measure/pos-key';
import { sendDeliveries } from '../pos-simulator/send-deliveries';
import { eveningAround, limitsAt } from './evening';

const clock = { now: () => performance.now(), wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) };

const SCREENS = [
  { name: 'Wall', view: 'kitchen', about: 'the kitchen wall' },
  { name: 'Sam', view: 'ready', about: 'a waiter’s tablet, with the way to the pass and the tables' },
  { name: 'Guests', view: 'pickup', about: 'guests who wait for their number' },
];
const MANAGER = 'an owner, who chooses a password';
const WIDEST = Math.max(MANAGER.length, ...SCREENS.map(({ about }) => about.length));

/** A demo restaurant: temporary database, free port, screens by link, and an evening that continues. */
async function main(): Promise<void> {
  const { speed } = new Command('demo')
    .description('Shows a Friday evening on the screens of a restaurant. Nothing of it stays.')
    .option('--speed <n>', 'multiple of real time', readSpeed, 1)
    .parse()
    .opts<{ speed: number }>();
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-demo-'));
  const read = readConfig({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const log = { info: () => {}, warn: () => {} };
  const config = { ...read.config, timeZone: 'Europe/Amsterdam' };
  const heatlamp = await createServer({ config, now: Date.now, newEpoch: randomUUID, log }, { pages: 'production' });

  let isOver = false;
  const stop = async () => {
    if (isOver) return;
    isOver = true;
    await heatlamp.close();
    await rm(folder, { recursive: true, force: true });
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());

  await new Promise<void>((listening) => heatlamp.server.listen(0, '127.0.0.1', listening));
  const base = `http://localhost:${(heatlamp.server.address() as AddressInfo).port}`;
  await heatlamp.command('subscription add', { id: 'heatlamp', ...KEY });
  await heatlamp.command('branch set', { number: 1, name: 'Hot kitchen' });
  for (const [key, value] of limitsAt(speed)) await heatlamp.command('setting set', { key, value });
  const links = await Promise.all(
    SCREENS.map(async ({ name, view, about }) => {
      const { token } = (await heatlamp.command('screen add', { name, branches: [1], view })) as { token: string };
      return lineOf(about, `${base}/pair#${token}`);
    }),
  );
  const owner = { name: 'Owner', role: 'owner', branches: null };
  const { link } = (await heatlamp.command('manager add', owner)) as { link: string };
  links.push(lineOf(MANAGER, `${base}/login${new URL(link).hash}`));

  const { past, future } = eveningAround(Date.now(), speed);
  const destination = {
    url: new URL(base.replace('localhost', '127.0.0.1')),
    subscriptionId: 'heatlamp',
    key: KEY,
    connections: 1,
  };
  await sendDeliveries(past, { ...destination, connections: 16 }, clock, () => {});
  process.stdout.write(
    [
      `A Friday evening at ${speed} times its pace. A browser is one screen: the last link that it opened counts.`,
      ...links,
      'Ctrl-C ends it and leaves nothing behind.\n',
    ].join('\n'),
  );
  await sendDeliveries(future, destination, clock, () => {});
  process.stdout.write('The evening is over; the wall stays until Ctrl-C.\n');
}

function lineOf(about: string, link: string): string {
  return `  ${about.padEnd(WIDEST)}  ${link}`;
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (!(speed >= 1 && speed <= 100)) throw new InvalidArgumentError('It must be from 1 to 100.');
  return speed;
}

await main();
