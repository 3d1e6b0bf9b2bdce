import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';
import { expect } from '@playwright/test';
import { watchGlass } from '../glass';
import type { Network } from '../network';
import type { ServerProcess } from '../server-process';
import { type Wall, watchWall } from './wall';

export type WallWords = {
  /** Choices in the address, such as `theme=light`. */
  choices?: string;
  by?: Network;
  viewport?: ViewportSize;
  /** How far the device's clock is ahead. */
  clockAheadMs?: number;
  reducedMotion?: 'reduce' | 'no-preference';
  /** The device's language. */
  locale?: string;
};

export type Link = { id: number; token: string; link: string };

/** The kitchen of a branch: whoever hangs walls in it. */
export type Kitchen = {
  branch: number;
  /** Has a link made for one more screen, of this branch unless others are named. */
  getsLink: (branches?: number[]) => Promise<Link>;
  /** Opens a wall by a link of its own, on a device of its own, and waits until it is live. */
  opensWall: (words?: WallWords) => Promise<Wall>;
  shutsOut: (wall: Wall) => Promise<void>;
  /** A device that nobody has paired. */
  takesDevice: (words?: WallWords) => Promise<{ page: Page; context: BrowserContext }>;
  /** What went wrong inside the pages. */
  errors: string[];
  leaves: () => Promise<void>;
};

export function createKitchen(server: ServerProcess, browser: Browser, branch: number): Kitchen {
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];

  const takesDevice = async ({ viewport, reducedMotion, locale }: WallWords = {}) => {
    const context = await browser.newContext({
      viewport: viewport ?? { width: 1920, height: 1080 },
      reducedMotion: reducedMotion ?? 'no-preference',
      locale: locale ?? 'en-GB',
    });
    contexts.push(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    return { page, context };
  };

  const getsLink = (branches = [branch]) =>
    server.heatlamp<Link>('screen', 'add', '--name', 'Wall', '--branch', branches.join(), '--view', 'kitchen');

  return {
    branch,
    errors,
    getsLink,
    takesDevice,
    async opensWall(words = {}) {
      const { id, link } = await getsLink();
      const { page } = await takesDevice(words);
      if (words.clockAheadMs) await page.addInitScript(setClock, words.clockAheadMs);
      await watchGlass(page);
      const address = words.by ? words.by.by(link) : link;
      await page.goto(address);
      await page.waitForURL('**/kitchen');
      if (words.choices) await page.goto(`${new URL(address).origin}/kitchen?${words.choices}`);
      await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live', { timeout: 20_000 });
      return watchWall(page, id);
    },
    async shutsOut(wall) {
      await server.heatlamp('screen', 'revoke', String(wall.screen));
    },
    async leaves() {
      for (const context of contexts) await context.close();
    },
  };
}

/** Runs in the page before anything of it: a wall clock that is wrong, over a monotonic one that is not. */
function setClock(aheadMs: number): void {
  const RightDate = Date;
  const wrongNow = () => RightDate.now() + aheadMs;
  class WrongDate extends RightDate {
    constructor(...values: [] | [value: number | string | Date]) {
      super(values.length === 0 ? wrongNow() : values[0]);
    }
    static override now(): number {
      return wrongNow();
    }
  }
  globalThis.Date = WrongDate as DateConstructor;
}
