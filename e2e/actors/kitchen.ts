import { expect, type Page, type ViewportSize } from '@playwright/test';
import type { Network } from '../network';
import { recordScreen } from '../screen-recorder';
import type { ServerProcess } from '../server-process';
import type { Device, DevicePool } from './device-pool';
import { type Screen, watchScreen } from './screen';
import { type Wall, watchWall } from './wall';

export type DeviceOptions = {
  /** Options in the address, such as `theme=light`. */
  choices?: string;
  by?: Network;
  viewport?: ViewportSize;
  /** How far the device's clock is ahead. It can be moved on too. */
  clockAheadMs?: number;
  /** A device that has loaded no page before; others may have parts of pages in their cache. */
  isNew?: boolean;
  /** Lets the test move the device's clock on, with `letsPass`, in place of waiting. It also runs by itself. */
  isClockDriven?: boolean;
  /** Prepares the page before it loads. */
  prepares?: (page: Page) => Promise<unknown>;
  reducedMotion?: 'reduce' | 'no-preference';
  /** The device's language. */
  locale?: string;
  /** Pairs through the page of the link; otherwise by the request that this page sends, which saves a page load. */
  byLink?: boolean;
  /** Name of the screen, which others see when it acts. */
  name?: string;
};

/** View of a screen, and the name of its page. */
export type View = 'kitchen' | 'ready' | 'pass' | 'tables' | 'pickup';

type Link = { id: number; token: string; link: string };

/** The kitchen of a branch, which opens screens. */
export type Kitchen = {
  branch: number;
  /** Creates a link for another screen: of this branch and for the wall by default. */
  getsLink: (branches?: number[], options?: { view?: View; name?: string }) => Promise<Link>;
  /** Opens a wall with its own link on its own device, and waits until it is live. */
  opensWall: (options?: DeviceOptions) => Promise<Wall>;
  /** The same for a screen of any view. */
  opens: (view: View, options?: DeviceOptions) => Promise<Screen>;
  revokes: (screen: Screen) => Promise<void>;
  /** A device that is not paired. */
  takesDevice: (options?: DeviceOptions) => Promise<Device>;
  /** Errors inside the pages. */
  errors: string[];
  /** Gives the devices back. */
  leaves: () => Promise<void>;
};

export function createKitchen(server: ServerProcess, pool: DevicePool, branch: number): Kitchen {
  const devices: Device[] = [];
  const errors: string[] = [];

  const takesDevice = async (options: DeviceOptions = {}) => {
    const { viewport, reducedMotion, locale, isNew, isClockDriven, clockAheadMs } = options;
    const device = await pool.take({
      viewport: viewport ?? { width: 1920, height: 1080 },
      reducedMotion: reducedMotion ?? 'no-preference',
      locale: locale ?? 'en-GB',
      isNew: isNew ?? false,
    });
    devices.push(device);
    if (isClockDriven || clockAheadMs) await device.page.clock.install({ time: Date.now() + (clockAheadMs ?? 0) });
    device.page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    return device;
  };

  const getsLink: Kitchen['getsLink'] = (branches = [branch], { view = 'kitchen', name = 'Wall' } = {}) =>
    server.heatlamp<Link>('screen', 'add', '--name', name, '--branch', branches.join(), '--view', view);

  const pairs = async (view: View, options: DeviceOptions) => {
    const { id, token, link } = await getsLink([branch], { view, name: options.name ?? 'Wall' });
    const { page, context } = await takesDevice(options);
    await recordScreen(page);
    await options.prepares?.(page);
    const address = options.by ? options.by.by(link) : link;
    const { origin } = new URL(address);
    if (options.byLink) {
      await page.goto(address);
      await page.waitForURL(`**/${view}`);
    } else {
      const paired = await context.request.post(`${origin}/api/v1/pair`, { data: { token } });
      expect(paired.status()).toBe(200);
    }
    if (!options.byLink || options.choices)
      await page.goto(`${origin}/${view}${options.choices ? `?${options.choices}` : ''}`);
    await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
    // Until then a fallback with taller letters is shown, and a test that measures text would find faults.
    // A page of another build may load itself again meanwhile.
    await expect(() => page.evaluate(() => document.fonts.ready)).toPass();
    return { page, id };
  };

  return {
    branch,
    errors,
    getsLink,
    takesDevice,
    async opensWall(options = {}) {
      const { page, id } = await pairs('kitchen', options);
      return watchWall(page, id);
    },
    async opens(view, options = {}) {
      const { page, id } = await pairs(view, options);
      return watchScreen(page, id);
    },
    async revokes({ screen }) {
      await server.heatlamp('screen', 'revoke', String(screen));
    },
    async leaves() {
      await Promise.all(devices.map((device) => pool.giveBack(device)));
    },
  };
}
