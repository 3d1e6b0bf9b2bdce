import { MAINS, type Party, type Pos } from './actors/pos';
import { takesTablet, type Waiter } from './actors/waiter';
import { openNetwork } from './network';
import { pulsesOf, soundsOf } from './sound-probe';
import { expect, test } from './test';

const WEEK_MS = 7 * 86_400_000;
/** Long enough that the socket is dead and a sound would be out of date. */
const FROZEN_MS = 32_000;

async function cooks(pos: Pos, number: number): Promise<Party> {
  const party = pos.seats({ number });
  await pos.starts(party, MAINS, { minutesAgo: 9 });
  return party;
}

/** Touches the page once: browsers allow neither sound nor vibration before that. */
async function touches({ page }: Waiter): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('button', { name: 'Mute for 10 minutes' })).toBeVisible();
}

test('a waiter’s sounds are louder for mine, include escalations, and omit what was there before', async ({
  pos,
  kitchen,
}) => {
  const [six, thirty] = [await cooks(pos, 6), await cooks(pos, 30)];
  await pos.completes(await cooks(pos, 7), MAINS, { minutesAgo: 8 });
  const choices = 'mine=1-9&show=all&sound=on&escalate=1';
  const lee = await takesTablet(kitchen, { choices, isClockDriven: true });
  await touches(lee);
  await lee.sees('Table 7');
  await lee.runsFor(2);
  expect(await soundsOf(lee.page)).toEqual([]);

  await pos.completes(thirty, MAINS);
  await lee.sees('Table 30');
  await expect.poll(() => soundsOf(lee.page)).toEqual(['ready']);
  expect(await pulsesOf(lee.page)).toBe(0);
  await lee.claims('Table 30');

  // Only this one escalates within the test: a quarter of a minute later.
  await pos.completes(await cooks(pos, 5), MAINS, { minutesAgo: 0.75 });
  await expect.poll(async () => (await soundsOf(lee.page)).slice(0, 2)).toEqual(['ready', 'mine']);
  expect(await pulsesOf(lee.page)).toBe(1);
  // Otherwise it could repeat before it is claimed.
  await touches(lee);
  await expect.poll(() => soundsOf(lee.page)).toEqual(['ready', 'mine', 'late']);
  await lee.claims('Table 5');

  await lee.looksAt('Mine');
  await pos.completes(six, MAINS);
  await expect.poll(() => soundsOf(lee.page)).toEqual(['ready', 'mine', 'late', 'mine']);
});

test('a tablet from a drawer shows and plays nothing of last week', async ({ server, pos, kitchen }) => {
  const network = await openNetwork(server.port);
  const lee = await takesTablet(kitchen, { choices: 'mine=1-9&sound=on', by: network });
  await touches(lee);
  const then = await cooks(pos, 5);
  await pos.completes(then, MAINS, { minutesAgo: 2 });
  await lee.sees('Table 5');
  const played = ['mine'];
  await expect.poll(() => soundsOf(lee.page)).toEqual(played);

  // A sleeping device: its sockets are dead, and its monotonic clock, by which the board would be fresh, stood still.
  network.becomes('swallowing');
  await lee.page.evaluate((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
  }, WEEK_MS);
  await expect(lee.page.getByText('One moment: this screen was asleep')).toBeVisible();
  await lee.seesNo('Table 5');
  await pos.serves(then, MAINS);
  await pos.completes(await cooks(pos, 6), MAINS, { minutesAgo: 1 });
  network.becomes('open');
  await lee.sees('Table 6', /[1-3]:\d\d/);
  await lee.seesNo('Table 5');
  await lee.isLive();
  await lee.page.waitForTimeout(3_000);
  expect(await soundsOf(lee.page)).toEqual(played);
  await pos.completes(await cooks(pos, 7), MAINS);
  await expect.poll(() => soundsOf(lee.page)).toEqual([...played, 'mine']);
  await network.close();
});

test('a page that was frozen for a while wakes up silently with the current state', async ({ pos, kitchen }) => {
  const lee = await takesTablet(kitchen, { choices: 'mine=1-9&sound=on&escalate=off' });
  await touches(lee);
  const party = await cooks(pos, 5);
  await pos.completes(party, MAINS);
  await lee.sees('Table 5');
  await expect.poll(() => soundsOf(lee.page)).toEqual(['mine']);
  const devTools = await lee.page.context().newCDPSession(lee.page);
  // A visible page cannot be frozen; one stopped in the debugger behaves the same.
  await devTools.send('Debugger.enable');
  const isHeld = new Promise((resolve) => devTools.once('Debugger.paused', resolve));
  await devTools.send('Debugger.pause');
  await isHeld;
  await pos.serves(party, MAINS);
  await pos.completes(await cooks(pos, 6), MAINS);
  await new Promise((resolve) => setTimeout(resolve, FROZEN_MS));
  await devTools.send('Debugger.resume');
  await devTools.send('Debugger.disable');
  await lee.sees('Table 6', /(?:0:[3-5]|1:[0-5])\d/);
  await lee.seesNo('Table 5');
  await lee.page.waitForTimeout(3_000);
  expect(await soundsOf(lee.page)).toEqual(['mine']);
});
