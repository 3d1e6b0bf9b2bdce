import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';
import { expect } from '@playwright/test';
import { watchGlass } from '../glass';
import type { Network } from '../network';
import type { ServerProcess } from '../server-process';
import { type Screen, watchScreen } from './screen';
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
  /** Paired by the page of its link; else by what that page sends, which is one page less to load. */
  byLink?: boolean;
  /** The screen's name, which others read where it taps. */
  name?: string;
};

/** What a screen is for; the name of its page too. */
export type View = 'kitchen' | 'ready' | 'pass' | 'tables' | 'pickup';

export type Link = { id: number; token: string; link: string };

/** The kitchen of a branch: whoever hangs walls in it. */
export type Kitchen = {
  branch: number;
  /** Has a link made for one more screen, of this branch unless others are named, for the wall unless for another view. */
  getsLink: (branches?: number[], words?: { view?: View; name?: string }) => Promise<Link>;
  /** Opens a wall by a link of its own, on a device of its own, and waits until it is live. */
  opensWall: (words?: WallWords) => Promise<Wall>;
  /** The same for a screen of any view. */
  opens: (view: View, words?: WallWords) => Promise<Screen>;
  shutsOut: (screen: Screen) => Promise<void>;
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

  const getsLink: Kitchen['getsLink'] = (branches = [branch], { view = 'kitchen', name = 'Wall' } = {}) =>
    server.heatlamp<Link>('screen', 'add', '--name', name, '--branch', branches.join(), '--view', view);

  const pairs = async (view: View, words: WallWords) => {
    const { id, token, link } = await getsLink([branch], { view, name: words.name ?? 'Wall' });
    const { page, context } = await takesDevice(words);
    if (words.clockAheadMs) await page.addInitScript(setClock, words.clockAheadMs);
    await watchGlass(page);
    const address = words.by ? words.by.by(link) : link;
    const { origin } = new URL(address);
    if (words.byLink) {
      await page.goto(address);
      await page.waitForURL(`**/${view}`);
    } else {
      const paired = await context.request.post(`${origin}/api/v1/pair`, { data: { token } });
      expect(paired.status()).toBe(200);
    }
    if (!words.byLink || words.choices) await page.goto(`${origin}/${view}${words.choices ? `?${words.choices}` : ''}`);
    await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live', { timeout: 20_000 });
    return { page, id };
  };

  return {
    branch,
    errors,
    getsLink,
    takesDevice,
    async opensWall(words = {}) {
      const { page, id } = await pairs('kitchen', words);
      return watchWall(page, id);
    },
    async opens(view, words = {}) {
      const { page, id } = await pairs(view, words);
      return watchScreen(page, id);
    },
    async shutsOut({ screen }) {
      await server.heatlamp('screen', 'revoke', String(screen));
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
