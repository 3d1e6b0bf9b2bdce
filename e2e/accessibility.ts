import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Checks a page in its current state against all axe rules. `what` describes the expected state. */
export async function axeFindsNothing(page: Page, what: string): Promise<void> {
  // Legacy mode runs in the page itself: there are no frames, for which axe would open an extra page each time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations, passes } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
  );
  expect.soft(found, `axe on ${what}`).toEqual([]);
  expect(passes.length, `rules that looked at ${what}`).toBeGreaterThan(5);
}
