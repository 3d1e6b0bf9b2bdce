import type { Browser, BrowserContext, CDPSession, Disposable, Page, ViewportSize } from '@playwright/test';

/** A browser context with one page. */
export type Device = {
  page: Page;
  context: BrowserContext;
  locale: string;
  devTools: CDPSession;
  /** Scripts that a test added to its page. */
  scripts: Disposable[];
  /** Something was done to its page that cannot be undone. */
  isSpent: boolean;
};

type DeviceKind = {
  viewport: ViewportSize;
  reducedMotion: 'reduce' | 'no-preference';
  locale: string;
  /** Nothing is in its cache. */
  isNew: boolean;
};

/** The devices of a worker. A test gives its devices back, and the next one uses them again. */
export type DevicePool = {
  /** Takes a device without cookies, storage, history, permissions and scripts of others. */
  take: (kind: DeviceKind) => Promise<Device>;
  /** Gives a device back. One that cannot be reset is closed. */
  giveBack: (device: Device) => Promise<void>;
};

/** Events of a page that tests listen to. */
const EVENTS = ['console', 'domcontentloaded', 'pageerror', 'request', 'response', 'websocket'] as const;

/**
 * For a new device the browser starts a process and compiles the page's code again, which is most of the time of opening
 * it. `emptyPage`: a page of the server, for which the process is kept.
 */
export function createDevicePool(browser: Browser, emptyPage: string): DevicePool {
  const free: Device[] = [];

  return {
    async take({ viewport, reducedMotion, locale, isNew }) {
      const device = (!isNew && takeLast(free, locale)) || (await openDevice(browser, locale));
      await device.page.setViewportSize(viewport);
      await device.page.emulateMedia({ reducedMotion });
      return device;
    },
    async giveBack(device) {
      if (!device.isSpent && (await isReset(device, emptyPage))) free.push(device);
      else await device.context.close();
    },
  };
}

function takeLast(devices: Device[], locale: string): Device | undefined {
  const index = devices.findLastIndex((device) => device.locale === locale);
  return index < 0 ? undefined : devices.splice(index, 1)[0];
}

async function openDevice(browser: Browser, locale: string): Promise<Device> {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const scripts: Disposable[] = [];
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = async (...parameters: Parameters<Page['addInitScript']>) => {
    const script = await addInitScript(...parameters);
    scripts.push(script);
    return script;
  };
  const device = { page, context, locale, scripts, devTools: await context.newCDPSession(page), isSpent: false };
  const spending =
    <Parameters extends unknown[], Result>(method: (...parameters: Parameters) => Result) =>
    (...parameters: Parameters) => {
      device.isSpent = true;
      return method(...parameters);
    };
  page.routeWebSocket = spending(page.routeWebSocket.bind(page));
  page.clock.install = spending(page.clock.install.bind(page.clock));
  return device;
}

/** Resets a device, unless its page or its browser does not answer as expected. */
async function isReset({ page, context, scripts, devTools }: Device, emptyPage: string): Promise<boolean> {
  try {
    for (const event of EVENTS) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const script of scripts.splice(0)) await script.dispose();
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.setOffline(false);
    // Storage belongs to an origin: the server's, and that of a proxy through which the test reached the server.
    const origins = new Set([page.url(), emptyPage].map((address) => new URL(address).origin));
    await page.goto(emptyPage);
    for (const origin of origins) await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await context.clearCookies();
    await context.clearPermissions();
    await devTools.send('Page.resetNavigationHistory');
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, contrast: null });
    return true;
  } catch {
    return false;
  }
}
