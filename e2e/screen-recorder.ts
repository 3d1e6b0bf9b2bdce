import type { Page } from '@playwright/test';

/** The level of a screen from some moment on, and what its alerts said then. */
type Look = { level: string; alerts: string };

/** What a screen says for a few seconds only: the notice of a tap, or a message of a wall. */
export type Saying = { role: string; text: string; isWhole: boolean };

type Recorded = { looks: Look[]; sayings: Saying[] };

/** Records changes of the level, and what a page says briefly. Call it before the page is opened. */
export async function recordScreen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [looks, sayings]: [Look[], Saying[]] = [[], []];
    Object.assign(window, { looks, sayings } satisfies Recorded);
    const said = new WeakMap<Element, string>();
    const listen = () => {
      for (const place of document.querySelectorAll('[data-notice] p, [data-message-of] p')) {
        const text = place.textContent ?? '';
        if (said.get(place) === text) continue;
        said.set(place, text);
        const isWhole = place.scrollWidth <= place.clientWidth && place.scrollHeight <= place.clientHeight;
        sayings.push({ role: place.closest('[role]')?.getAttribute('role') ?? '', text, isWhole });
      }
    };
    const look = () => {
      listen();
      const level = document.querySelector('main[data-level]')?.getAttribute('data-level');
      if (!level || looks.at(-1)?.level === level) return;
      const alerts = [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).join('\n');
      looks.push({ level, alerts });
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-level', 'data-notice'],
    });
  });
}

function looksOf(page: Page): Promise<Look[]> {
  return page.evaluate(() => (window as unknown as Recorded).looks);
}

export function sayingsOf(page: Page): Promise<Saying[]> {
  return page.evaluate(() => (window as unknown as Recorded).sayings);
}

/** Levels of the screen since it was opened. */
export async function levelsOf(page: Page): Promise<string[]> {
  return (await looksOf(page)).map(({ level }) => level);
}

/**
 * What the alerts of an amber screen said. Also if it is red by now, because amber lasts for nine seconds only; empty for
 * one that was live since.
 */
export async function amberAlertsOf(page: Page): Promise<string> {
  const last = (await looksOf(page)).findLast(({ level }) => level !== 'red');
  return last?.level === 'amber' ? last.alerts : '';
}
