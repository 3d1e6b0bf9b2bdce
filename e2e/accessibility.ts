import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Holds a page, as it is now, to every rule that axe knows. `what` is the state that it should be in. */
export async function axeFindsNothing(page: Page, what: string): Promise<void> {
  // In the page itself: no page has frames, for which axe would open one more page each time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations, passes } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
  );
  expect.soft(found, `axe on ${what}`).toEqual([]);
  expect(passes.length, `rules that looked at ${what}`).toBeGreaterThan(5);
}
