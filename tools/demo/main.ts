import { Command, InvalidArgumentError } from 'commander';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { builtServer, startServer } from '../harness/child-server';
import { command } from '../harness/control';
import { addScreen, addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import { sendDeliveries } from '../pos-simulator/send-deliveries';
import { eveningAround, limitsAt } from './evening';

const clock = { now: () => performance.now(), wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) };

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
  const destination = { url: server.url, subscriptionId: SUBSCRIPTION, key: KEY, connections: 1 };
  await sendDeliveries(past, { ...destination, connections: 16 }, clock, () => {});
  process.stdout.write(
    [
      `A Friday evening at ${speed} times real time. A browser is one screen: that of the last opened link.`,
      ...links,
      'Ctrl-C stops the demo and removes its data.\n',
    ].join('\n'),
  );
  await sendDeliveries(future, destination, clock, () => {});
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
