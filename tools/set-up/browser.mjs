import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { CommandFailed, run } from './run.mjs';

/** Debian's. A headless shell draws no window around a page, and needs a quarter less of the processor. */
const SYSTEM_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** Playwright's own downloader waits for minutes without a network. */
const DOWNLOAD = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };

/**
 * A full Chromium renders its address bar's popup with two pages of its own, which start with every context and take
 * longer than ours, and keeps a process ready for a page that may follow. This list of disabled features replaces
 * Playwright's, so it repeats those.
 */
const FEATURES_OFF = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Launch options of the browsers of tests and screenshots, which connect to nothing but the pages. */
export const LAUNCH_OPTIONS = {
  args: [
    `--disable-features=${FEATURES_OFF.join()}`,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--font-render-hinting=none',
    ...(isRoot() ? ['--no-sandbox'] : []),
  ],
};

/** @returns {string | null} the Chromium to test with: Playwright's own, else the system's; null without one */
export function findBrowser() {
  return [ownBrowser(), ...SYSTEM_BROWSERS].find((file) => file !== null && existsSync(file)) ?? null;
}

/** Whether that Chromium starts, which it does not without its libraries. */
export async function hasUsableBrowser() {
  const browser = findBrowser();
  if (browser === null) return false;
  try {
    execFileSync(browser, ['--version'], { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

/** Installs a Chromium: Playwright's own, or on Debian as root the system's. @throws CommandFailed */
export async function installBrowser() {
  const playwright = path.join('node_modules', '@playwright', 'test', 'cli.js');
  try {
    await run(process.execPath, [playwright, 'install', 'chromium'], DOWNLOAD);
    if (await hasUsableBrowser()) return;
  } catch (error) {
    if (!(error instanceof CommandFailed) || !isDebian() || !isRoot()) throw error;
  }
  if (isDebian() && isRoot()) {
    await run('apt-get', ['update']);
    const packages = ['chromium-headless-shell', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  }
  if (!(await hasUsableBrowser())) throw new CommandFailed('no Chromium starts here', '');
}

/** Where Playwright keeps the Chromium of its own version; null before the packages are installed. */
function ownBrowser() {
  try {
    const require = createRequire(path.join(projectRoot, 'package.json'));
    return /** @type {typeof import('@playwright/test')} */ (require('@playwright/test')).chromium.executablePath();
  } catch {
    return null;
  }
}

function isRoot() {
  return process.getuid?.() === 0;
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
