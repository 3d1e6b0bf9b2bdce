import path from 'node:path';
import { type Child, startChild } from '../child';
import type { MeasuredServer } from '../servers/target';
import type { ScreenGroup, ScreensPlan } from './messages';

const PAGE_TIMEOUT_MS = 10_000;

/**
 * Connects `count` screens of branch 1 in a separate process. If the server has pages, each screen loads its page
 * first, because rendering also uses memory of the server.
 */
export async function loadAndConnectScreens(server: MeasuredServer, count: number): Promise<Child<unknown>> {
  const { url, token } = server;
  if (token !== '') for (let screen = 0; screen < count; screen += 1) await loadPage(url, token);
  return startScreens([{ url, token, branch: 1, count }]);
}

/** Connects screens in a separate process, without loading pages. */
export function startScreens(
  groups: readonly ScreenGroup[],
  parses: ScreensPlan['parses'] = 'later',
): Promise<Child<unknown>> {
  const plan: ScreensPlan = { groups, parses };
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
