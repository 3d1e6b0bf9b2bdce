import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import { startUpHints } from '../start-up-hints';
import { inTurn } from '../testing/in-turn';
import { addManager, appCode, cookiesOf, PASSWORD, postAuth, withSecondFactor } from '../testing/managers';
import { type Nodes, startNodes } from '../testing/node-pair';
import type { RunningServer } from '../testing/running-server';

let nodes: Nodes;
let now = Date.parse('2026-06-19T18:00:00Z');
beforeAll(async () => {
  nodes = await startNodes(now);
});
afterAll(() => nodes.stop());

it("the first owner's link of any node works on any other, once", async () => {
  const { first, second } = nodes;
  const tokenOf = ({ core }: RunningServer) => /#([\w-]{43})$/m.exec(startUpHints(core, 3000).join('\n'))?.[1];
  const token = tokenOf(first);
  expect(tokenOf(second)).toBe(token);
  const owner = (name: string) => ({ token, name, password: PASSWORD });
  expect((await postAuth(second, '/api/auth/set-up', owner('Olga'))).status).toBe(200);
  for (const node of [first, second]) {
    expect((await postAuth(node, '/api/auth/set-up', owner('Otto'))).status).toBe(409);
    expect(tokenOf(node)).toBeUndefined();
  }
});

it('takes the code of a second factor on another node than the password, and once', async () => {
  const { first, second } = nodes;
  const { secret } = await withSecondFactor(first, { name: 'anna' });
  const signIn = await postAuth(first, '/api/auth/sign-in', { name: 'anna', password: PASSWORD });
  const { challenge } = (await signIn.json()) as { challenge: string };
  const answer = async (node: RunningServer) => {
    now += 30_000;
    nodes.setNow(now);
    return postAuth(node, '/api/auth/second-factor', { challenge, code: await appCode(secret, now) });
  };
  expect((await answer(second)).status).toBe(200);
  const signedInAt = now;
  const known = () => first.core.people().managers.find(({ name }) => name === 'anna');
  await expect.poll(() => known()?.lastSignInAt).toBe(signedInAt);
  for (const node of [first, second]) expect((await answer(node)).status).toBe(410);
});

it('shows a page, and notes who looked at it, to somebody who signed in on another node a moment ago', async () => {
  const { first } = nodes;
  const other = await nodes.start(undefined, 'production');
  const token = await addManager(first, { name: 'Petra', role: 'owner' });
  let cookie = '';
  let page: Promise<Response> | null = null;
  // Until this ends, the other node does not learn of what the first one commits.
  await inTurn(other, async () => {
    cookie = cookiesOf(await postAuth(first, '/api/auth/set-password', { token, password: PASSWORD }));
    const asked = once(other.server, 'request');
    page = fetch(`${other.url}/manager/deliveries`, { headers: { cookie }, redirect: 'manual' });
    await asked;
  });
  const answer = await (page as Promise<Response> | null);
  expect([answer?.status, answer?.headers.get('location')]).toEqual([200, null]);
  const looked = async () =>
    (await first.command<AuditEntry[]>('audit list', { limit: 100 })).map(({ by, action }) => [by, action]);
  await expect.poll(looked).toContainEqual(['Petra', 'deliveries']);
});
