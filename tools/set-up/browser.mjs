import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { CommandFailed, run } from './run.mjs';

/** The paths on Debian. The headless shell draws no browser window, and uses a quarter less processor time. */
const SYSTEM_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** By default Playwright's download waits for minutes without a network. */
const DOWNLOAD = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };

/**
 * The first features start extra pages and processes in a full Chromium, which slow the tests down. The others are
 * Playwright's, because this list replaces the list of Playwright.
 */
const DISABLED_FEATURES = [
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

/** Launch options for tests and screenshots. The browser itself must not use the network. */
export const LAUNCH_OPTIONS = {
  args: [
    `--disable-features=${DISABLED_FEATURES.join()}`,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-gpu', // drawing in software takes less than a software GPU
    '--font-render-hinting=none',
    ...(isRoot() ? ['--no-sandbox'] : []),
  ],
};

/** @returns {string | null} the Chromium for tests: Playwright's, else the system's; null if there is none */
export function findBrowser() {
  return [playwrightBrowser(), ...SYSTEM_BROWSERS].find((file) => file !== null && existsSync(file)) ?? null;
}

/** Whether that Chromium starts; it may lack system libraries. */
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

/** Installs Playwright's Chromium, or as root on Debian the system's. @throws CommandFailed */
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
  if (!(await hasUsableBrowser())) throw new CommandFailed('no Chromium starts on this machine', '');
}

/** The path of Playwright's Chromium; null before the packages are installed. */
function playwrightBrowser() {
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
