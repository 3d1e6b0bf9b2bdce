import { expect, type Locator, type Page } from '@playwright/test';
import { recordSounds } from '../sound-probe';
import type { DeviceOptions, Kitchen } from './kitchen';
import { MAINS, type Party, type Pos, type Seat } from './pos';
import type { Screen } from './screen';

export const TABLET = { width: 800, height: 1280 };

/** A waiter with a tablet in one hand, used through roles and visible text like a person would. */
export type Waiter = Screen & {
  row: (where: string) => Locator;
  /** Expects a row there with all of these texts. */
  sees: (where: string, ...texts: (string | RegExp)[]) => Promise<void>;
  seesNo: (where: string) => Promise<void>;
  seesState: (where: string, urgency: string) => Promise<void>;
  /** Expects these parts of the list, each with its number of rows. */
  hasParts: (...parts: string[]) => Promise<void>;
  /** Places of the rows from the top, as written. */
  order: () => Promise<string[]>;
  claims: (where: string) => Promise<void>;
  /** Reports that the food was taken to the table. */
  brings: (where: string) => Promise<void>;
  /** Expects that an alert has said this so many times, even if that is over by now. */
  sawAlert: (text: string, times?: number) => Promise<void>;
  looksAt: (whose: 'Mine' | 'All') => Promise<void>;
  /** Expects this number of rows on the tab; null for none. */
  counts: (whose: 'Mine' | 'All', count: number | null) => Promise<void>;
  opensTables: () => Promise<Locator>;
  /** The line that names other tables whose food nobody took. */
  untaken: Locator;
  /** A line of the upcoming courses or of the check-backs. */
  line: (list: 'Coming up' | 'All well?', where: string) => Locator;
  /** Value of a parameter in the address. */
  chose: (name: string) => string | null;
};

/** Creates a course that became ready this long ago, or just now. */
export async function readies(pos: Pos, seat: Seat, minutesAgo = 0): Promise<Party> {
  const party = pos.seats(seat);
  await pos.starts(party, MAINS, { minutesAgo: minutesAgo + 10 });
  await pos.completes(party, MAINS, { minutesAgo });
  return party;
}

/** Opens a tablet of the branch for a waiter and records its sounds. */
export async function takesTablet(kitchen: Kitchen, options: DeviceOptions = {}): Promise<Waiter> {
  return watchTablet(await kitchen.opens('ready', { viewport: TABLET, prepares: recordSounds, ...options }));
}

function watchTablet(screen: Screen): Waiter {
  const { page } = screen;
  const list = page.getByRole('list', { name: 'Ready to serve' });
  const row = (where: string) => itemOf(list, page, where);
  const tap = (where: string, action: string) =>
    row(where)
      .getByRole('button', { name: new RegExp(`^${action}`) })
      .click();
  const tab = (whose: string) => page.getByRole('tab', { name: new RegExp(`^${whose}\\b`) });

  return {
    ...screen,
    row,
    async sees(where, ...texts) {
      const found = texts.reduce((rows, word) => rows.filter({ hasText: word }), row(where));
      await expect(found).toBeVisible();
    },
    seesNo: (where) => expect(row(where)).toHaveCount(0),
    seesState: (where, urgency) => expect(row(where)).toHaveAttribute('data-urgency', urgency),
    hasParts: (...parts) =>
      expect(list.getByRole('listitem').filter({ hasNot: page.getByRole('heading') })).toHaveText(parts),
    order: () => list.getByRole('heading').allTextContents(),
    claims: (where) => tap(where, 'I have it'),
    brings: (where) => tap(where, 'At the table'),
    sawAlert: async (text, times) => expect((await screen.said(text, times)).role).toBe('alert'),
    looksAt: (whose) => tab(whose).click(),
    counts: (whose, count) =>
      expect(tab(whose)).toHaveAccessibleName(count === null ? whose : `${whose}, ${count} ready`),
    async opensTables() {
      await page
        .getByRole('button', { name: /^(?:My tables:|Pick my tables)/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'My tables' });
      await expect(dialog).toBeVisible();
      return dialog;
    },
    untaken: page.getByRole('button', { name: /^Nobody took:/ }),
    line: (name, where) =>
      name === 'All well?'
        ? page.getByRole('region', { name }).getByRole('listitem').filter({ hasText: where })
        : itemOf(page.getByRole('region', { name }), page, where),
    chose: (name) => new URL(page.url()).searchParams.get(name),
  };
}

function itemOf(list: Locator, page: Page, where: string): Locator {
  return list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: where, exact: true }) });
}
