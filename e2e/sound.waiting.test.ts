import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, expect, type Page, test } from '@playwright/test';
import { build } from 'esbuild';
import { measure, peakOf } from '../components/sound/testing/measure';
import { SOUND_EVENTS, type SoundEvent } from '../components/sound/tones';
import { findBrowser, LAUNCH_OPTIONS } from '../tools/set-up/browser.mjs';
import { projectRoot } from '../tools/set-up/project-root.mjs';
import { axeFindsNothing } from './accessibility';

const ADDRESS = 'http://127.0.0.1:9/sound';

let script = '';
let style = '';

/** Serves a page with only the sound components and the built styles, so that no server is needed. */
test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(projectRoot, 'components/sound/testing/probe.tsx')],
    bundle: true,
    write: false,
    outdir: 'out',
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  script = outputFiles.find(({ path: name }) => name.endsWith('.js'))?.text ?? '';
  const sheets = path.join(projectRoot, '.next/static/chunks');
  const names = (await readdir(sheets)).filter((name) => name.endsWith('.css'));
  style = (await Promise.all(names.map((name) => readFile(path.join(sheets, name), 'utf8')))).join('\n');
});

async function opensPage(page: Page, query = ''): Promise<void> {
  const html = `<!doctype html><html lang="en"><title>Sound</title><style>${style}</style><body><main><h1>Sound</h1><div id="page"></div></main>
<script>${script.replaceAll('</script', '<\\/script')}</script></body></html>`;
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await page.goto(`${ADDRESS}${query}`);
}

async function rendered(page: Page, ...events: SoundEvent[]): Promise<Float32Array> {
  return Float32Array.from(await page.evaluate((all) => window.probe.renders(...all), events));
}

test('every sound rendered by a browser is loud, at its frequencies, silent before, and within full scale', {
  tag: '@thorough',
}, async ({ page }) => {
  await opensPage(page);
  for (const event of SOUND_EVENTS) {
    const measured = measure(event, await rendered(page, event));
    console.log(`${event}: ${JSON.stringify(measured)}`);
    expect(measured.before, event).toBe(0);
    expect(measured.rms, event).toBeGreaterThan(0.15);
    expect(measured.peak, event).toBeLessThanOrEqual(0.96);
    expect(measured.peak, event).toBeGreaterThan(0.3);
    expect(measured.measuredHertz, event).toEqual(measured.definedHertz);
    expect(measured.inBand, event).toBeGreaterThan(0.85);
    expect(measured.below300, event).toBeLessThan(0.02);
  }
  const together = peakOf(await rendered(page, ...SOUND_EVENTS));
  expect(together).toBeGreaterThan(0.5);
  expect(together).toBeLessThanOrEqual(1);
});

test('real audio is locked until a touch, then plays, is limited, muted and repeated, and recovers from a suspension', async ({
  page,
}) => {
  await opensPage(page);
  expect(await page.evaluate(() => window.probe.opens())).toBe('locked');
  expect(await page.evaluate(() => window.probe.plays('late'))).toBe('silent');

  await page.mouse.click(5, 5);
  await expect.poll(() => page.evaluate(() => window.probe.state())).toBe('on');
  expect(await page.evaluate(() => window.probe.loudestWithin(600)), 'old news').toBe(0);

  // Listens before it plays: a busy machine may take longer for a second call than the sound lasts.
  const played = await page.evaluate(async () => {
    const loudest = window.probe.loudestWithin(1_500);
    return { as: window.probe.plays('new'), loudest: await loudest };
  });
  expect(played).toEqual({ as: 'played', loudest: expect.any(Number) });
  expect(played.loudest).toBeGreaterThan(0.05);
  await page.evaluate(() => window.probe.passes(6_000));
  expect(await page.evaluate(() => ['late', 'new', 'late'].map((event) => window.probe.plays(event as never)))).toEqual(
    ['played', 'limited', 'limited'],
  );
  expect(await page.evaluate(() => window.probe.plays('lost')), 'a more important one').toBe('played');

  await page.evaluate(() => window.probe.mutes(60_000));
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => window.probe.loudestWithin(300)), 'cut off').toBe(0);
  await page.evaluate(() => window.probe.passes(30_000));
  expect(await page.evaluate(() => window.probe.plays('late'))).toBe('muted');
  await page.evaluate(() => window.probe.passes(30_000));
  expect(await page.evaluate(() => window.probe.plays('late'))).toBe('played');

  await page.waitForTimeout(1_200); // until it is over
  await page.evaluate(() => window.probe.insists('ticket 1', 'late'));
  await page.evaluate(() => window.probe.passes(19_000));
  expect(await page.evaluate(() => window.probe.loudestWithin(300))).toBe(0);
  const repeated = await page.evaluate(async () => {
    const loudest = window.probe.loudestWithin(1_500);
    window.probe.passes(1_000);
    return loudest;
  });
  expect(repeated, 'the first repeat').toBeGreaterThan(0.05);
  await page.evaluate(() => window.probe.touched());
  await page.evaluate(() => window.probe.passes(60_000));
  await page.waitForTimeout(1_200);
  await page.evaluate(() => window.probe.passes(60_000));
  expect(await page.evaluate(() => window.probe.loudestWithin(300)), 'answered').toBe(0);

  expect(await page.evaluate(() => window.probe.isSuspended())).toContain('locked');
  await expect.poll(() => page.evaluate(() => window.probe.state())).toBe('on');
  await page.evaluate(() => window.probe.closes());
});

for (const key of ['mouse', 'Space', 'Enter'] as const) {
  test(`pressing the badge turns sound on, though sound unlocks during the press: ${key}`, {
    tag: key === 'mouse' ? [] : ['@long'],
  }, async ({ page }) => {
    await opensPage(page, '?sound=on');
    const badge = page.getByRole('button', { name: 'Sound off — touch to switch on' });
    // Before the engine has loaded, pressing the button unlocks nothing.
    await expect.poll(() => page.evaluate(() => window.probe.contexts())).toBe(1);
    if (key === 'mouse') await badge.click({ delay: 600 });
    else await badge.press(key, { delay: 600 });
    await page.waitForTimeout(300);
    await expect(page.getByRole('button', { name: 'Mute for 10 minutes' })).toBeVisible();
  });
}

test('by default there is no audio, and the badge turns it on', async ({ page }) => {
  await opensPage(page);
  const badge = page.getByRole('button', { name: 'Sound off — touch to switch on' });
  await expect(badge).toHaveAttribute('data-sound', 'off');
  await page.mouse.click(5, 5);
  expect(await page.evaluate(() => window.probe.contexts())).toBe(0);
  const { width = 0, height = 0 } = (await badge.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  await axeFindsNothing(page, 'sound that nobody chose');

  // The menu's buttons still play, and each is as large as a finger.
  for (const test of await page.getByRole('group', { name: 'Try the sounds' }).getByRole('button').all()) {
    expect((await test.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  }
  await page.getByRole('button', { name: 'Late', exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.probe.contexts())).toBe(1);
  await expect(badge).toHaveAttribute('data-sound', 'off');

  await badge.click();
  await expect(page.getByRole('button', { name: 'Mute for 10 minutes' })).toBeVisible();
  expect(await page.evaluate(() => window.probe.contexts())).toBe(1);
});

test('a wall whose browser requires no touch has sound from the start', async () => {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: [...LAUNCH_OPTIONS.args, '--autoplay-policy=no-user-gesture-required'],
  });
  const page = await browser.newPage();
  await opensPage(page, '?sound=on');
  await expect(page.getByRole('button', { name: 'Mute for 10 minutes' })).toBeVisible();
  await browser.close();
});
