import { chromium } from '@playwright/test';
import { todayOf } from './domain/period';
import { createManagers } from './e2e/actors/manager';
import { lastFriday, livesEveningOf } from './e2e/actors/past-evening';
import { startServerProcess } from './e2e/server-process';
import { findBrowser, LAUNCH_OPTIONS } from './tools/set-up/browser.mjs';

const out = '/tmp/history-shots';
import { mkdirSync } from 'node:fs';
mkdirSync(out, { recursive: true });
const server = await startServerProcess();
try {
  const day = lastFriday(todayOf(Date.now(), { timeZone: 'Europe/Amsterdam', cutOffMinute: 240 }));
  await livesEveningOf(day, server, 1);
  const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findBrowser() ?? undefined });
  const managers = createManagers(server);
  const shot = async (name: string, url: string, o: any = {}, pre?: (p: any) => Promise<void>) => {
    const context = await browser.newContext({
      viewport: { width: o.w ?? 1440, height: o.h ?? 1000 },
      colorScheme: o.dark ? 'dark' : 'light',
      locale: o.nl ? 'nl-NL' : 'en-GB',
    });
    const page = await context.newPage();
    page.on('console', (m) => {
      if (m.type() === 'error' && !m.text().includes('404')) console.log(name, 'console', m.text().slice(0, 300));
    });
    page.on('pageerror', (e) => console.log(name, 'ERR', String(e).slice(0, 500)));
    await managers.signsIn(page, { role: 'owner' });
    const t = performance.now();
    const r = await page.goto(server.url + url.replace('DAY', day).replace('DAY', day), { waitUntil: 'load' });
    console.log(name, r?.status(), Math.round(performance.now() - t));
    await page.waitForTimeout(700);
    if (pre) await pre(page);
    if (o.print) await page.emulateMedia({ media: 'print' });
    await page.screenshot({ path: `${out}/${name}.png`, fullPage: o.full ?? false });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.log(name, 'TOO WIDE by', wide);
    const u = page.url();
    await context.close();
    return u;
  };
  const D = 'first=DAY&last=DAY';
  const open = async (p: any) => {
    await p.locator('tbody a').first().click();
    await p.waitForURL(/course\?/);
    await p.waitForTimeout(800);
  };
  await shot('list', `/manager/history?${D}`);
  await shot('tables', `/manager/history?${D}&by=table`);
  const only = process.argv[2];
  if (only !== 'quick') {
    await shot('list-dark', `/manager/history?${D}`, { dark: true });
    await shot('tables-dark', `/manager/history?${D}&by=table`, { dark: true });
    await shot('tables-800', `/manager/history?${D}&by=table`, { w: 800, h: 1280 });
    await shot('list-800', `/manager/history?${D}`, { w: 800, h: 1280 });
    await shot('list-phone', `/manager/history?${D}`, { w: 390, h: 844 });
    await shot('tables-phone', `/manager/history?${D}&by=table`, { w: 390, h: 844, nl: true });
    await shot(
      'list-problems',
      `/manager/history?first=2026-13-01&course=3&late=late&branch=77&cursor=xyz&weekday=5&hour=19&of=preparation&atLeast=600`,
      { nl: true },
    );
    await shot('empty', `/manager/history?first=2020-01-01`);
    await shot('print', `/manager/history?${D}&late=late`, { print: true });
    await shot('course-dark', `/manager/history?${D}&by=table`, { dark: true, full: true }, open);
    await shot('course-phone', `/manager/history?${D}&by=table`, { w: 390, h: 844, full: true, nl: true }, open);
    await shot('bulk', `/manager/history?${D}&leftOut=bulk`);
  }
  const u = await shot('course', `/manager/history?${D}&by=table`, { full: true }, async (p: any) => {
    await open(p);
    await p.locator('summary').first().click();
    await p.waitForTimeout(300);
  });
  console.log(u);
  await browser.close();
} finally {
  await server.discard();
}
