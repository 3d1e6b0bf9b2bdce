import { expect, type Locator, type Page } from '@playwright/test';

/** A manager at their desk, whose clicks are counted. */
export type Desk = {
  page: Page;
  /** Number of clicks. A choice from a list counts as two: one opens it, and one selects. */
  clicks: () => number;
  clicksOn: (what: Locator) => Promise<void>;
  chooses: (field: Locator, label: string | RegExp) => Promise<void>;
};

export function sitsAt(page: Page): Desk {
  let clicks = 0;
  return {
    page,
    clicks: () => clicks,
    async clicksOn(what) {
      clicks += 1;
      await what.click();
    },
    async chooses(field, label) {
      clicks += 2;
      const option = field.getByRole('option', { name: label });
      await expect(option).toHaveCount(1);
      await field.selectOption({ label: (await option.textContent()) ?? '' });
    },
  };
}
