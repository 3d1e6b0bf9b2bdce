import type { Page } from '@playwright/test';

/** State of a wall from an instant on (epoch ms, as `instant()` returns it). */
export type Look = { at: number; level: string; cards: Record<string, string> };

/** Records changes of the level and the cards on every page of this context. Call it before a page is opened. */
export async function recordScreen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const looks: Look[] = [];
    (window as unknown as { looks: Look[] }).looks = looks;
    const look = () => {
      const wall = document.querySelector('main[data-level]');
      if (!wall) return;
      const cards = Object.fromEntries(
        [...wall.querySelectorAll('[data-ticket]')].map((card) => [
          card.querySelector('h2')?.textContent ?? '',
          card.getAttribute('data-urgency') ?? '',
        ]),
      );
      const level = wall.getAttribute('data-level') ?? '';
      const last = looks.at(-1);
      if (last && last.level === level && JSON.stringify(last.cards) === JSON.stringify(cards)) return;
      looks.push({ at: performance.timeOrigin + performance.now(), level, cards });
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-level', 'data-urgency', 'data-ticket'],
    });
  });
}

export function looksOf(page: Page): Promise<Look[]> {
  return page.evaluate(() => (window as unknown as { looks: Look[] }).looks);
}
