import { test as base } from '@playwright/test';
import { createDevicePool, type DevicePool } from './actors/device-pool';
import { createKitchen, type Kitchen } from './actors/kitchen';
import { createManagers, type Managers } from './actors/manager';
import { createPos, type Pos } from './actors/pos';
import { type ServerProcess, startServerProcess } from './server-process';

/** A restaurant with its POS and its kitchen. */
type Branch = { pos: Pos; kitchen: Kitchen };

type Fixtures = Branch & {
  branch: Branch;
  /** Opens another branch. */
  openBranch: () => Branch;
  managers: Managers;
};

/** Set by a project of playwright.config.ts. */
export type Options = { database: 'sqlite' | 'postgresql' };

const PLAYWRIGHTS_SIZE = { width: 1280, height: 720 };

let branches = 0;

/** A real server for each worker, and for each test a branch with its own POS and kitchen. */
export const test = base.extend<Fixtures, Options & { server: ServerProcess; devices: DevicePool }>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  server: [
    async ({ database }, use) => {
      const server = await startServerProcess(database);
      await use(server);
      await server.discard();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  devices: [({ browser, server }, use) => use(createDevicePool(browser, `${server.url}/healthz`)), { scope: 'worker' }],
  openBranch: async ({ server, devices }, use) => {
    const kitchens: Kitchen[] = [];
    await use(() => {
      branches += 1;
      const kitchen = createKitchen(server, devices, branches);
      kitchens.push(kitchen);
      return { kitchen, pos: createPos(server, branches) };
    });
    for (const kitchen of kitchens) await kitchen.leaves();
    const errors = kitchens.flatMap((kitchen) => kitchen.errors);
    if (errors.length > 0) throw new Error(`An error in a page that nobody caught:\n${errors.join('\n')}`);
  },
  managers: ({ server }, use) => use(createManagers(server)),
  branch: ({ openBranch }, use) => use(openBranch()),
  page: async ({ kitchen }, use) => use((await kitchen.takesDevice({ viewport: PLAYWRIGHTS_SIZE })).page),
  pos: ({ branch }, use) => use(branch.pos),
  kitchen: ({ branch }, use) => use(branch.kitchen),
});

/** For a test that repeats another one for another view, size or language: `npm run test:long` runs it. */
export const inLong = (isRepeat: boolean) => ({ tag: isRepeat ? ['@long'] : [] });

export { expect } from '@playwright/test';
