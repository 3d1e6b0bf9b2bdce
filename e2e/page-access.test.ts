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
  const tablet = await device();
  const ready = await mine.kitchen.getsLink([mine.pos.branch], { view: 'ready' });
  await tablet.request.post(`${server.url}/api/v1/pair`, { data: { token: ready.link.split('#')[1] } });
  const visitors = [
    { who: 'a tablet', context: tablet, is: 'screen', isTheirs: true },
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
      // A manager who is not an owner does not learn what is there.
      if (!mayOpen && is === 'manager') expect([at, answer.status()]).toEqual([at, 404]);
      else if (!mayOpen) {
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
    const policy = headers['content-security-policy'];
    for (const directive of ["frame-ancestors 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"])
      expect([path, policy]).toEqual([path, expect.stringContaining(directive)]);
    expect([path, policy]).toEqual([path, expect.stringMatching(/; script-src 'self'(?: 'sha256-[\w+/=]+')+$/)]);
    expect([path, headers['referrer-policy'], headers['x-content-type-options']]).toEqual([
      path,
      'same-origin',
      'nosniff',
    ]);
  }
});

test('a page is rendered once for all strangers, whatever they send', async ({ server, request }) => {
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request.get(`${server.url}${path}`, { headers });
    return { status: answer.status(), etag: answer.headers()['etag'] ?? null, body: await answer.text() };
  };
  const first = await read('/kitchen?branch=1');
  expect(first.etag).not.toBeNull();
  for (const headers of [
    { cookie: 'heatlamp_screen=invented; heatlamp_session=invented.too' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { 'x-forwarded-host': 'another-host.example', 'x-forwarded-proto': 'https' },
    { 'x-middleware-subrequest': 'middleware', 'x-heatlamp-query': 'lang=nl' },
  ])
    expect(await read('/kitchen?theme=light&other=7', headers)).toEqual(first);
  expect((await read('/kitchen', { 'if-none-match': String(first.etag) })).status).toBe(304);
  const misdirected = await read('/', { host: 'another-host.example' });
  expect([misdirected.status, misdirected.body]).toEqual([421, expect.stringContaining('ALLOWED_HOSTS')]);
  const dutch = await read('/kitchen', { 'accept-language': 'nl-NL, en;q=0.5' });
  expect([dutch.etag === first.etag, dutch.body.includes('lang="nl"')]).toEqual([false, true]);
  const unknown = [await read('/nothing-here'), await read('/nor-here/at-all?x=1')];
  expect(unknown.map(({ status }) => status)).toEqual([404, 404]);
  expect(unknown[0]?.body).toBe(unknown[1]?.body);
});

test('a file is the same for everybody, and renews no cookie that a cache could keep with it', async ({
  server,
  request,
  openBranch,
}) => {
  const { token } = await openBranch().kitchen.getsLink();
  const paired = { cookie: `heatlamp_screen=${token}` };
  for (const path of ['/icon.svg', '/icon-192.png', '/manifest.webmanifest', '/worker.js']) {
    const read = async (headers: Record<string, string>) => {
      const {
        etag,
        'set-cookie': cookie,
        'cache-control': cache,
        vary,
      } = (await request.get(`${server.url}${path}`, { headers })).headers();
      return { path, etag, cookie, cache, vary };
    };
    const first = await read({});
    expect(first).toMatchObject({ etag: expect.any(String), cache: 'no-cache' });
    expect(first.vary).not.toContain('undefined');
    expect(await read(paired)).toEqual({ ...first, cookie: undefined });
  }
});

test('pages answer no method but GET and HEAD', async ({ server, request }) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
    for (const path of ['/login', '/', '/manager', '/nothing-here']) {
      const answer = await request.fetch(`${server.url}${path}`, { method, headers: { 'next-action': 'anything' } });
      expect([method, path, answer.status(), answer.headers()['allow']]).toEqual([method, path, 405, 'GET, HEAD']);
    }
  const head = await request.fetch(`${server.url}/login`, { method: 'HEAD' });
  expect([head.status(), (await head.body()).length]).toEqual([200, 0]);
});

test('a page shows no origin from headers that no trusted proxy sent', async ({ server, browser, managers }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  await managers.signsIn(await context.newPage(), { role: 'owner' });
  // In place of localhost, screens and the POS get an address of this machine's network.
  const onNetwork = `:${server.port}`;
  const shown = { '/': null, '/manager/screens': onNetwork, '/manager/subscriptions': onNetwork };
  for (const [path, origin] of Object.entries(shown)) {
    const headers = { 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'another-host.example' };
    const body = await (await context.request.get(`${server.url}${path}`, { headers })).text();
    // The home page shows no address.
    expect([path, origin === null ? !body.includes(server.url) : body.includes(origin)]).toEqual([path, true]);
    expect([path, body.includes('gopher'), body.includes('another-host')]).toEqual([path, false, false]);
  }
  await context.close();
});

test('no page breaks its own policy, and a script that was put into one does not run', async ({
  server,
  browser,
  managers,
  pos,
  kitchen,
}) => {
  await pos.starts(pos.seats({ number: 12 }), MAINS);
  const context = await browser.newContext({ locale: 'en-GB' });
  // Not in the page, where the policy would have to allow it.
  await context.addInitScript(() => {
    const broken: string[] = [];
    Object.assign(window, { broken });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      broken.push(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  const page = await context.newPage();
  const reported: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) reported.push(message.text());
  });
  await managers.signsIn(page, { role: 'owner' });
  const { link } = await kitchen.getsLink();
  await context.request.post(`${server.url}/api/v1/pair`, { data: { token: link.split('#')[1] } });
  const paths = readRoutes('Pages').map(({ route, triedAs }) =>
    (triedAs[0] ?? route).replace('branch=1', `branch=${pos.branch}`),
  );
  expect(paths.length).toBeGreaterThan(12);
  const broken = () => page.evaluate(() => (window as unknown as { broken: string[] }).broken);
  for (const path of [...paths, '/nothing-here']) {
    await page.goto(`${server.url}${path}`);
    await page.waitForLoadState('load');
    // A paired device leaves this page for its own.
    if (path === '/pair') await page.waitForURL('**/kitchen*');
    expect([path, await broken(), reported]).toEqual([path, [], []]);
  }
  // Sockets and requests of the pages work.
  await page.goto(`${server.url}/kitchen?branch=${pos.branch}`);
  await expect(page.getByRole('heading', { name: 'Table 12' })).toBeVisible();

  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = "script"';
    document.body.append(script);
    const image = document.createElement('div');
    image.innerHTML =
      '<img src="/nothing" onerror="window.ran = \'handler\'"><a href="javascript:window.ran = 1">x</a>';
    document.body.append(image);
    const elsewhere = document.createElement('script');
    elsewhere.src = 'http://127.0.0.1:1/script.js';
    document.body.append(elsewhere);
    image.querySelector('a')?.click();
  });
  await expect.poll(async () => (await broken()).length).toBeGreaterThan(3);
  expect(await page.evaluate(() => (window as unknown as { ran?: unknown }).ran)).toBeUndefined();
  expect((await broken()).every((one) => one.startsWith('script-src'))).toBe(true);
  await context.close();
});
