import { Command, InvalidArgumentError } from 'commander';
import { builtServer, startServer } from '../harness/child-server';
import { command } from '../harness/control';
import { addScreen, addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
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
    .description('Shows a Friday evening on the screens of a restaurant. Everything is removed at the end.')
    .option('--speed <n>', 'multiple of real time', readSpeed, 1)
    .parse()
    .opts<{ speed: number }>();
  const { folder, remove } = makeDataFolder();
  const server = await startServer({ ...builtServer(), folder });
  let isOver = false;
  const stop = async () => {
    if (isOver) return;
    isOver = true;
    await server.stop();
    remove();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());

  await addSubscriptionAndScreens(folder, []);
  await command(folder, 'branch set', { number: 1, name: 'Hot kitchen' });
  for (const [key, value] of limitsAt(speed)) await command(folder, 'setting set', { key, value });
  const base = `http://localhost:${server.url.port}`;
  const links: string[] = [];
  for (const { name, view, about } of SCREENS)
    links.push(lineOf(about, `${base}/pair#${(await addScreen(folder, view, 1, name)).token}`));
  const owner = { name: 'Owner', role: 'owner', branches: null };
  const { link } = await command<{ link: string }>(folder, 'manager add', owner);
  links.push(lineOf(MANAGER, `${base}/login${new URL(link).hash}`));

  const { past, future } = eveningAround(Date.now(), speed);
  const destination = { url: server.url, subscriptionId: SUBSCRIPTION, key: KEY, connections: 1 };
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
