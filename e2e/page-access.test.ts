import type { BrowserContext } from '@playwright/test';
import { readRoutes } from '../server/testing/routes';
import { MAINS } from './actors/pos';
import { expect, test } from './test';

const HOUSE = 'The Lantern, north room';

test('each page opens only to permitted users, and reveals nothing of a branch to others', async ({
  server,
  browser,
  openBranch,
  managers,
}) => {
  const [mine, other] = [openBranch(), openBranch()];
  const name = 'Van der Guest';
  await mine.pos.starts(mine.pos.seats({ number: 12, tableName: name }), MAINS);
  const { screen } = { screen: await mine.kitchen.getsLink() };
  await other.kitchen.getsLink();
  const [branch, elsewhere] = [mine.pos.branch, other.pos.branch];
  await server.heatlamp('branch', 'set', String(branch), '--name', HOUSE);

  const contexts: BrowserContext[] = [];
  const device = async () => {
    const context = await browser.newContext({ locale: 'en-GB' });
    contexts.push(context);
    return context;
  };
  const paired = await device();
  await paired.request.post(`${server.url}/api/v1/pair`, { data: { token: screen.link.split('#')[1] } });
  const signedIn = async (wanted: Parameters<typeof managers.signsIn>[1]) => {
    const context = await device();
    await managers.signsIn(await context.newPage(), wanted);
    return context;
  };
  const visitors = [
    { who: 'nobody', context: await device(), is: 'nobody', isTheirs: false },
    { who: 'a screen', context: paired, is: 'screen', isTheirs: true },
    { who: 'a manager of the branch', context: await signedIn({ branches: [branch] }), is: 'manager', isTheirs: true },
    { who: 'a manager of another', context: await signedIn({ branches: [elsewhere] }), is: 'manager', isTheirs: false },
    { who: 'an owner', context: await signedIn({ role: 'owner' }), is: 'owner', isTheirs: true },
  ];

  const routes = readRoutes('Pages');
  let withNames = 0;
  expect(routes.length).toBeGreaterThan(8);
  for (const route of routes) {
    const path = (route.triedAs[0] ?? route.route).replace('branch=1', `branch=${branch}`);
    for (const { who, context, is, isTheirs } of visitors) {
      const mayOpen =
        route.nobody === 'yes' ||
        (is === 'screen' && route.screens === 'every') ||
        (is === 'manager' && route.managers === 'every') ||
        (is === 'owner' && route.managers !== 'none');
      const answer = await context.request.get(`${server.url}${path}`, { maxRedirects: 0 });
      const body = await answer.text();
      const at = `${path} as ${who}`;
      if (mayOpen && (isTheirs || route.branch === 'none')) expect([at, answer.status()]).toEqual([at, 200]);
      if (!mayOpen) {
        expect([at, answer.status()]).toEqual([at, 307]);
        expect(answer.headers()['location']).toBe(`/login?next=${encodeURIComponent(path)}`);
      }
      if (is === 'owner' && route.branch !== 'none' && body.includes(HOUSE)) withNames += 1;
      // Only permitted users see the name of a branch and its guests; open pages never show them.
      if (!mayOpen || !isTheirs) expect([at, body.includes(HOUSE), body.includes(name)]).toEqual([at, false, false]);
    }
  }
  // The checks above prove nothing unless some page shows the names.
  expect(withNames).toBeGreaterThan(0);
  for (const context of contexts) await context.close();
});

test('no page may be framed by another site', async ({ server, request }) => {
  for (const path of ['/', '/login', '/kitchen?branch=1', '/nothing-here']) {
    const headers = (await request.get(`${server.url}${path}`)).headers();
    expect([path, headers['content-security-policy']]).toEqual([
      path,
      "frame-ancestors 'self'; object-src 'none'; base-uri 'self'",
    ]);
    expect([path, headers['referrer-policy'], headers['x-content-type-options']]).toEqual([
      path,
      'same-origin',
      'nosniff',
    ]);
  }
});
