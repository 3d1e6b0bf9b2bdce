import { axeFindsNothing } from './accessibility';
import { STARTERS } from './actors/pos';
import { presumedLine, servesLaterOnly } from './actors/presumed';
import { readies, takesTablet } from './actors/waiter';
import { expect, test } from './test';

test('presumed courses are one line below the waiting ones, with reasons, and a tap brings one back', async ({
  pos,
  kitchen,
}) => {
  await servesLaterOnly(pos, { number: 4, tableName: 'Jansen', numberOfGuests: 2 });
  await readies(pos, { number: 7 }, 1);
  const lee = await takesTablet(kitchen);
  const line = presumedLine(lee.page);
  await lee.counts('All', 1);
  expect(await lee.order()).toEqual(['7']);
  await line.shows(/1 probably served · nobody reported it · oldest (?:38|39|40) min/);
  await axeFindsNothing(lee.page, 'the line');
  const [row, below] = [await lee.row('Table 7').boundingBox(), await line.place.boundingBox()];
  expect(below?.y).toBeGreaterThan((row?.y ?? 0) + (row?.height ?? 0));

  const list = await line.opens();
  await axeFindsNothing(lee.page, 'its list');
  await expect(list.getByRole('listitem')).toContainText('Table 4 · Starters');
  await expect(list.getByRole('listitem')).toContainText(/ready since \d\d:\d\d, for (?:38|39|40) min/);
  await expect(list.getByRole('listitem')).toContainText('A later course of the same order has been served.');
  await lee.undoes('Table 4 · Starters', () => line.says('Table 4', 'Starters'));
  await lee.page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await lee.seesNo('Table 4');
  await line.shows('1 probably served');

  await line.bringsBack('Table 4', 'Starters');
  await line.isGone();
  await lee.sees('Table 4', 'Starters', 'Jansen', /(?:38|39|40):\d\d/);
  await lee.counts('All', 2);
});

test('each course of the list is answered without closing it, and one that was brought back returns to it', async ({
  pos,
  kitchen,
}) => {
  for (const number of [4, 5, 6]) await servesLaterOnly(pos, { number });
  const lee = await takesTablet(kitchen);
  const line = presumedLine(lee.page);
  await line.shows('3 probably served');
  const list = await line.opens();
  // Together, because the notice is shown for five seconds only.
  await Promise.all([
    line.says('Table 4', 'Starters'),
    expect(list.getByRole('listitem')).toHaveCount(2),
    expect(list.getByRole('status')).toContainText('Table 4'),
    expect(list.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 }),
    expect(lee.page.locator('[data-notice]').filter({ visible: true })).toHaveCount(1),
  ]);
  await lee.undoes('Table 5 · Starters', () => line.says('Table 5', 'Starters'));
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: 'Served: Table 6, Starters' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Close' }).click();
  await lee.sees('Table 4', 'Starters');
  await lee.seesNo('Table 5');
});

test('all presumed courses are confirmed at once, and the undo reverts all of them', async ({ pos, kitchen }) => {
  const parties = [await servesLaterOnly(pos, { number: 4 }), await servesLaterOnly(pos, { number: 5 })];
  const lee = await takesTablet(kitchen);
  const line = presumedLine(lee.page);
  await line.shows('2 probably served');
  const outcome = await lee.undoes('confirmed as served', () => line.confirmsAll());
  expect(outcome).toBe('Undone: 2 courses are probably served again');
  await line.shows('2 probably served');

  // Together, because the notice is shown for five seconds only.
  await Promise.all([
    line.confirmsAll(),
    expect(lee.page.locator('footer').getByRole('status')).toContainText('2 courses confirmed as served'),
  ]);
  await line.isGone();
  for (const party of parties) await pos.serves(party, STARTERS);
  await lee.counts('All', 0);
});

test('the presumed courses can be confirmed again before the server has answered the undo', async ({
  pos,
  kitchen,
}) => {
  await servesLaterOnly(pos, { number: 4 });
  const held: (() => void)[] = [];
  let answer = '';
  const lee = await takesTablet(kitchen, {
    async prepares(page) {
      await page.routeWebSocket(/socket\.io/, (toPage) => {
        const toServer = toPage.connectToServer();
        toPage.onMessage((message) => {
          // Messages of Socket.IO that are acknowledged begin with 42 and a number, and their answers with 43 and that.
          const [, number] = /^42(\d+)\["ticket:action".*"kind":"undo"/.exec(String(message)) ?? [];
          if (number !== undefined) answer = `43${number}[`;
          toServer.send(message);
        });
        toServer.onMessage((message) => {
          if (answer !== '' && String(message).startsWith(answer)) held.push(() => toPage.send(message));
          else toPage.send(message);
        });
      });
    },
  });
  const line = presumedLine(lee.page);
  await line.shows('1 probably served');
  const undone = lee.undoes('confirmed as served', () => line.confirmsAll());
  await expect.poll(() => held.length).toBe(1);
  await line.shows('1 probably served');
  await line.confirmsAll();
  for (const send of held) send();
  await undone;
  await line.isGone();
});

test('an answer by keyboard leaves the focus in the list, and the last one on the board', async ({ pos, kitchen }) => {
  for (const number of [4, 5, 6]) await servesLaterOnly(pos, { number });
  const lee = await takesTablet(kitchen);
  const line = presumedLine(lee.page);
  await line.shows('3 probably served');
  const { keyboard } = lee.page;
  await line.place.getByRole('button', { name: 'Look' }).press('Enter');
  const list = lee.page.getByRole('dialog', { name: 'Probably served' });
  const answers = (where: string) => list.getByRole('button', { name: `Still here: ${where}, Starters` });
  for (const where of ['Table 4', 'Table 5', 'Table 6']) {
    await expect(answers(where)).toBeFocused();
    await keyboard.press('Enter');
    await expect(answers(where)).toHaveCount(0);
  }
  await line.isGone();
  await expect(lee.page.getByRole('tabpanel').locator(':focus')).toHaveCount(1);
});
