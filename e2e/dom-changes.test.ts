import type { Page } from '@playwright/test';
import { MAINS } from './actors/pos';
import { expect, test } from './test';

/** A change of the DOM: in which card (by its heading), or where else. */
type Touch = { kind: string; card: string | null; place: string };

test('with thirty cards on the wall a change touches only its own card and the bar', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall({ choices: 'columns=8&diagonal=43&zoom=-3' });
  const parties = Array.from({ length: 30 }, (_, index) => pos.seats({ number: 100 + index, numberOfGuests: 2 }));
  // None passes a limit during the test, which would change its card.
  const minutesAgo = (index: number) => ([30, 20, 5][Math.floor(index / 10)] ?? 0) - (index % 10) / 10;
  for (const [index, party] of parties.entries()) await pos.starts(party, MAINS, { minutesAgo: minutesAgo(index) });
  await expect(wall.page.locator('[data-ticket]')).toHaveCount(30);
  // While nothing happens: the passing of time must not count as a change.
  const idle = await touches(wall.page, () => wall.page.waitForTimeout(2_500));
  expect(idle.filter(({ card }) => card !== null)).toEqual([]);

  const [, , , party] = parties;
  if (!party) throw new Error('there are fewer than four parties');
  const marked = await touches(wall.page, async () => {
    pos.moves(party, { number: 103, tableName: 'de Vries', numberOfGuests: 5 });
    await pos.starts(party, MAINS, { minutesAgo: minutesAgo(3) });
    await wall.sees('Table 103', '5 guests', 'de Vries');
  });
  expectOnlyCardAndBar(marked, '103');

  // The card moves behind the cooking ones: it is removed and inserted again, and no other card moves.
  const completed = await touches(wall.page, async () => {
    await pos.completes(party, MAINS);
    await wall.seesReady('Table 103');
  });
  expectOnlyCardAndBar(completed, '103');

  const served = await touches(wall.page, async () => {
    await pos.serves(party, MAINS);
    await wall.seesNo('Table 103');
  });
  expectOnlyCardAndBar(served, '103');
});

function expectOnlyCardAndBar(found: readonly Touch[], card: string): void {
  expect(cardsOf(found)).toEqual([card]);
  expect(found.filter((one) => one.card === null && one.place !== 'bar')).toEqual([]);
}

function cardsOf(found: readonly Touch[]): string[] {
  return [...new Set(found.flatMap(({ card }) => card ?? []))].sort();
}

/** Changes of the DOM during `act`, without those that time causes: timers, progress, limits, and the page's drift. */
async function touches(page: Page, act: () => Promise<unknown>): Promise<Touch[]> {
  await page.evaluate(() => {
    const found: Touch[] = [];
    const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);
    const withoutDrift = (style: string | null) => style?.replace(/translate:[^;]*;/, '').trim() ?? '';
    const watcher = new MutationObserver((records) => {
      for (const { type, target, addedNodes, removedNodes, attributeName, oldValue } of records) {
        const element = elementOf(target);
        if (!element || element.closest('[role="timer"], [aria-hidden="true"]')) continue;
        // Animations do not change the DOM; the urgency and the look of a card change with time.
        if (attributeName === 'data-urgency' || (attributeName === 'class' && element.matches('[data-ticket]')))
          continue;
        if (attributeName === 'style' && withoutDrift(oldValue) === withoutDrift(element.getAttribute('style')))
          continue;
        const moved = [...addedNodes, ...removedNodes].filter((node) => elementOf(node)?.matches('[data-ticket]'));
        for (const node of moved.length > 0 ? moved : [element]) {
          const card = elementOf(node)?.closest('[data-ticket]');
          found.push({
            kind: type,
            card: card?.querySelector('h2')?.textContent ?? null,
            place: element.closest('header') ? 'bar' : element.tagName,
          });
        }
      }
    });
    watcher.observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
      ...{ attributes: true, attributeOldValue: true },
    });
    Object.assign(window, { touches: { found, watcher } });
  });
  await act();
  return page.evaluate(() => {
    const { found, watcher } = (window as unknown as { touches: { found: Touch[]; watcher: MutationObserver } })
      .touches;
    watcher.disconnect();
    return found;
  });
}
