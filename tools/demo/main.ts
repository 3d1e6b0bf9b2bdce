import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import {
  addScreen,
  addSubscriptionAndScreens,
  builtServer,
  command,
  makeDataFolder,
  startServer,
} from '../harness/child-server';
import { sendAll } from '../harness/post-requests';
import { readDeliveries, readTruth } from '../pos-simulator/option-values';
import type { Posting } from '../pos-simulator/post-delivery';
import { retimeDeliveries } from '../pos-simulator/retime';

/** Elapsed part of the evening at the start of the demo. */
const ELAPSED_MS = 90 * 60_000;

const FIXTURE = path.join(import.meta.dirname, '..', 'pos-simulator', 'fixtures', 'friday-evening');

/** The deliveries at the start, and those that follow. */
type Evening = { past: Posting[]; future: Posting[] };

const SCREENS = [
  { name: 'Wall', view: 'kitchen', description: 'the kitchen wall' },
  { name: 'Sam', view: 'ready', description: 'a waiter’s tablet, with links to the pass and the tables' },
  { name: 'Guests', view: 'pickup', description: 'the pickup screen for guests' },
];
const MANAGER = 'an owner, who sets a password';
const MAX_DESCRIPTION = Math.max(MANAGER.length, ...SCREENS.map(({ description }) => description.length));

/** A demo restaurant: temporary database, free port, screens by link, and an evening that continues. */
async function main(): Promise<void> {
  const { speed } = new Command('demo')
    .description('Shows a Friday evening on the screens of a restaurant. All data is removed at the end.')
    .option('--speed <n>', 'multiple of real time', readSpeed, 1)
    .parse()
    .opts<{ speed: number }>();
  const { folder, remove } = makeDataFolder();
  const server = await startServer({ ...builtServer(), folder });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.stop();
    remove();
    process.exit(0);
  };
  // A Ctrl-C may arrive twice: from the terminal, and from npm, which passes it on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  await addSubscriptionAndScreens(folder, []);
  await command(folder, 'branch set', { number: 1, name: 'Hot kitchen' });
  for (const [key, value] of limitsAt(speed)) await command(folder, 'setting set', { key, value });
  const base = `http://localhost:${server.url.port}`;
  const links: string[] = [];
  for (const { name, view, description } of SCREENS)
    links.push(lineOf(description, `${base}/pair#${(await addScreen(folder, view, 1, name)).token}`));
  const owner = { name: 'Owner', role: 'owner', branches: null };
  const { link } = await command<{ link: string }>(folder, 'manager add', owner);
  links.push(lineOf(MANAGER, `${base}/login${new URL(link).hash}`));

  const { past, future } = eveningAround(Date.now(), speed);
  await sendAll(server.url, past, 16);
  process.stdout.write(
    [
      `A Friday evening at ${speed} times real time. A browser is one screen: that of the last opened link.`,
      ...links,
      'Ctrl-C stops the demo and removes its data.\n',
    ].join('\n'),
  );
  await sendAll(server.url, future, 1);
  process.stdout.write('The evening is over; the screens stay until Ctrl-C.\n');
}

function lineOf(description: string, link: string): string {
  return `  ${description.padEnd(MAX_DESCRIPTION)}  ${link}`;
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (!(speed >= 1 && speed <= 100)) throw new InvalidArgumentError('Expected a number from 1 to 100.');
  return speed;
}

await main();

/**
 * The fixture's evening around `now` (epoch ms), `speed` times as fast. Preparation times are scaled too, so that the
 * same courses are late.
 */
function eveningAround(now: number, speed: number): Evening {
  const { opensAt } = readTruth(`${FIXTURE}.truth.json`);
  const from = Date.parse(opensAt) + ELAPSED_MS;
  const deliveries = retimeDeliveries(readDeliveries(`${FIXTURE}.jsonl`), { from, to: now, speed });
  const elapsedMs = ELAPSED_MS / speed;
  const postings = deliveries.map(({ atMs, path: to, body }) => ({
    dueMs: Math.max(0, atMs - elapsedMs),
    path: to,
    body,
  }));
  return { past: postings.filter(({ dueMs }) => dueMs === 0), future: postings.filter(({ dueMs }) => dueMs > 0) };
}

/** The limits for an evening at this speed, by setting key, in the unit of the setting. */
function limitsAt(speed: number): [key: string, value: string][] {
  const limits: [string, number][] = [
    ['fallbackWarn', 10],
    ['fallbackLate', 15],
    ['fallbackVeryLate', 25],
    ['readyWarn', 2],
    ['readyLate', 4],
    ['claimHolds', 3],
    ['collectedCloses', 10],
    ['turnOver', 45],
    ['counterPresumed', 20],
    ['tablePresumed', 15],
    ['followedPresumed', 10],
    ['autoCloseHours', 4],
  ];
  return limits.map(([key, value]) => [key, String(Math.max(0.1, value / speed))]);
}
