import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

/** Less than half as long as the package's main file, which every page has to read. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of a long table the first rows and the last are checked: the contrast of a hundred takes seconds. */
const CONTEXT = { exclude: [['tbody > tr:nth-child(n + 11):nth-last-child(n + 7)']] };

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

/**
 * Checks a page in its current state against all axe rules, and its contrast in each of its themes and palettes.
 * `what` describes the expected state.
 */
export async function axeFindsNothing(page: Page, what: string): Promise<void> {
  // After a link of a page the title follows the content.
  await expect(page, `title of ${what}`).toHaveTitle(/\S/);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const { found, passed } = await page.evaluate(runAllRules, CONTEXT);
  expect.soft(found, `axe on ${what}`).toEqual([]);
  expect(passed, `rules that looked at ${what}`).toBeGreaterThan(5);
  expect.soft(await contrastInEachLook(page), `contrast of ${what}`).toEqual([]);
}

async function runAllRules(context: typeof CONTEXT): Promise<{ found: string[]; passed: number }> {
  // `toHaveTitle` waits for a title; a link of a page removes one title before it adds the next.
  const rules = { 'document-title': { enabled: false } };
  const { violations, passes } = await window.axe.run(context, { rules, resultTypes: ['violations'] });
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${help}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
  return { found, passed: passes.length };
}

/** Texts with too little contrast. The page looks as before when it resolves. */
async function contrastInEachLook(page: Page): Promise<string[]> {
  if (await page.locator('[data-theme]').count()) return page.evaluate(contrastOfThemes, CONTEXT);
  const before = await page.evaluate(() => ({
    colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? ('dark' as const) : ('light' as const),
    reducedMotion: matchMedia('(prefers-reduced-motion)').matches ? ('reduce' as const) : ('no-preference' as const),
  }));
  // Without motion: a colour in transition has a contrast of neither scheme.
  await page.emulateMedia({ colorScheme: before.colorScheme === 'dark' ? 'light' : 'dark', reducedMotion: 'reduce' });
  const found = await page.evaluate(contrastOfThemes, CONTEXT);
  await page.emulateMedia(before);
  return found;
}

/** Checks contrast in each theme and palette of a screen, or as it is on a page without them. */
async function contrastOfThemes(context: typeof CONTEXT): Promise<string[]> {
  const screen = document.querySelector<HTMLElement>('[data-theme]');
  const { theme, palette } = screen?.dataset ?? {};
  const looks = ['dark standard', 'dark blue-yellow', 'light standard', 'light blue-yellow'];
  const found: string[] = [];
  // The rules on the page as it is include its contrast.
  const others = looks.filter((look) => look !== `${theme} ${palette}`);
  for (const look of screen ? others : ['other scheme']) {
    if (screen) [screen.dataset.theme, screen.dataset.palette] = look.split(' ');
    const { violations } = await window.axe.run(context, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
    for (const { html, any } of violations.flatMap(({ nodes }) => nodes))
      found.push(`${look}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`);
  }
  if (screen) Object.assign(screen.dataset, { theme, palette });
  return found;
}
