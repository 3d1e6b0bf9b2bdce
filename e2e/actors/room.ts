import { expect, type Locator } from '@playwright/test';
import type { Screen } from './screen';

/** The board of tables, used through roles and visible text like a person would. */
export type Room = Screen & {
  tile: (table: string) => Locator;
  /** Expects a tile of that table with all of these texts. */
  sees: (table: string, ...texts: (string | RegExp)[]) => Promise<void>;
  /** Expects exactly these tables, in this order. */
  seesTables: (tables: string[]) => Promise<void>;
  sorts: (order: string) => Promise<void>;
  shows: (which: 'All' | 'Taken') => Promise<void>;
  /** Taps a table and expects its visit. */
  opensVisits: (table: string) => Promise<Locator>;
  visits: () => Locator;
  seesNoVisits: () => Promise<void>;
  /** Expects a red board, whatever else it shows. */
  isOld: () => Promise<void>;
};

export function watchRoom(screen: Screen): Room {
  const { page } = screen;
  /** A tile's name starts with that of its table. */
  const named = (table: string) => new RegExp(`^${table}(?!\\d|, part|, deel)`);
  const tile = (table: string) => page.getByRole('button', { name: named(table) });
  const tiles = page.locator('button[aria-haspopup=dialog]');
  const visits = () => page.getByRole('dialog', { name: /^(?:Table|Tafel) / });

  return {
    ...screen,
    tile,
    async sees(table, ...texts) {
      const matching = texts.reduce((found, word) => found.filter({ hasText: word }), tile(table));
      await expect(matching).toBeVisible();
    },
    async seesTables(wanted) {
      await expect(tiles).toHaveCount(wanted.length);
      for (const [index, table] of wanted.entries()) await expect(tiles.nth(index)).toHaveAccessibleName(named(table));
    },
    async sorts(order) {
      await page.getByRole('combobox', { name: 'Order' }).selectOption(order);
    },
    async shows(which) {
      await page.getByRole('group', { name: 'Which tables' }).getByRole('button', { name: which }).click();
    },
    async opensVisits(table) {
      await tile(table).click();
      await expect(visits()).toBeVisible();
      return visits();
    },
    visits,
    seesNoVisits: () => expect(visits()).toHaveCount(0),
    isOld: () => expect(page.getByRole('main')).toHaveAttribute('data-level', 'red'),
  };
}
