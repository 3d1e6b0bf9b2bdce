import type { Page } from '@playwright/test';

/** What a wall looked like from an instant on (epoch ms, as `instant()` tells it). */
export type Look = { at: number; level: string; cards: Record<string, string> };

/** Has every page of this context note when its level or its cards become others. Before it is opened. */
export async function watchGlass(page: Page): Promise<void> {
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
      characterData: true,
      attributes: true,
      attributeFilter: ['data-level', 'data-urgency', 'data-ticket'],
    });
  });
}

export function looksOf(page: Page): Promise<Look[]> {
  return page.evaluate(() => (window as unknown as { looks: Look[] }).looks);
}
