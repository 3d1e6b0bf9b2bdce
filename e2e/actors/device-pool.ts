import type { Browser, BrowserContext, CDPSession, Disposable, Page, ViewportSize } from '@playwright/test';

/** A browser context with one page. */
export type Device = { page: Page; context: BrowserContext };

export type DeviceKind = {
  viewport: ViewportSize;
  reducedMotion: 'reduce' | 'no-preference';
  locale: string;
  /** Nothing is in its cache. */
  isNew: boolean;
  /** The test moves its clock. Such a device is new. */
  isClockDriven: boolean;
};

/** The devices of a worker. A test gives its devices back, and the next one uses them again. */
export type DevicePool = {
  /** Takes a device without cookies, storage, history, permissions and scripts of others. */
  take: (kind: DeviceKind) => Promise<Device>;
  /** Gives a device back. It is closed if it cannot be reset, or if `isBroken`. */
  giveBack: (device: Device, isBroken: boolean) => Promise<void>;
};

type Reusable = Device & {
  locale: string;
  devTools: CDPSession;
  scripts: Disposable[];
  /** Something was done to its page that cannot be undone. */
  isSpent: boolean;
};

/** Events of a page that tests listen to. */
const EVENTS = ['console', 'domcontentloaded', 'pageerror', 'request', 'response', 'websocket'] as const;

/**
 * For a new device the browser starts a process and compiles the page's code again, which is most of the time of opening
 * it. `emptyPage`: a page of the server, for which the process is kept.
 */
export function createDevicePool(browser: Browser, emptyPage: string): DevicePool {
  const taken = new Map<Page, Reusable>();
  const free: Reusable[] = [];

  return {
    async take({ viewport, reducedMotion, locale, isNew, isClockDriven }) {
      const used = isNew || isClockDriven ? undefined : takeLast(free, locale);
      const device = used ?? (await openDevice(browser, locale));
      const { page } = device;
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion });
      if (isClockDriven) await page.clock.install();
      device.isSpent = isClockDriven; // A clock cannot be uninstalled.
      taken.set(page, device);
      return device;
    },
    async giveBack({ page, context }, isBroken) {
      const device = taken.get(page);
      taken.delete(page);
      if (device && !isBroken && !device.isSpent && (await isReset(device, emptyPage))) free.push(device);
      else await context.close();
    },
  };
}

function takeLast(devices: Reusable[], locale: string): Reusable | undefined {
  const index = devices.findLastIndex((device) => device.locale === locale);
  return index < 0 ? undefined : devices.splice(index, 1)[0];
}

async function openDevice(browser: Browser, locale: string): Promise<Reusable> {
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
  const routeWebSocket = page.routeWebSocket.bind(page);
  page.routeWebSocket = async (...parameters: Parameters<Page['routeWebSocket']>) => {
    device.isSpent = true;
    await routeWebSocket(...parameters);
  };
  return device;
}

/** Resets a device, unless its page or its browser does not answer as expected. */
async function isReset({ page, context, scripts, devTools }: Reusable, emptyPage: string): Promise<boolean> {
  try {
    for (const event of EVENTS) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const script of scripts.splice(0)) await script.dispose();
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.setOffline(false);
    // A test may have used the server directly, and through a network of its own.
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
