import path from 'node:path';
import { type Child, startChild } from '../child';
import type { MeasuredServer } from '../servers/target';
import type { ScreensPlan } from './messages';

const PAGE_TIMEOUT_MS = 10_000;

/**
 * Connects `count` screens of branch 1 in a separate process. If the server has pages, each screen loads its page
 * first, because rendering also uses memory of the server.
 */
export async function loadAndConnectScreens(server: MeasuredServer, count: number): Promise<Child<unknown>> {
  const { url, token } = server;
  if (token !== '') for (let screen = 0; screen < count; screen += 1) await loadPage(url, token);
  const plan: ScreensPlan = { url, token, branch: 1, count };
  return startScreens(plan);
}

/** Connects screens in a separate process, without loading pages. */
export function startScreens(plan: ScreensPlan): Promise<Child<unknown>> {
  return startChild(path.join(import.meta.dirname, 'process.ts'), { SCREENS: JSON.stringify(plan) });
}

async function loadPage(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/kitchen`, {
    headers: { Cookie: `heatlamp_screen=${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(PAGE_TIMEOUT_MS),
  });
  const page = await response.text();
  if (!response.ok) throw new Error(`the page of a wall returned ${response.status}: ${page.slice(0, 200)}`);
}
