import { afterAll, beforeAll, expect, it } from 'vitest';
import { startUpHints } from '../start-up-hints';
import { appCode, PASSWORD, postAuth, withSecondFactor } from '../testing/managers';
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
  const { secret } = await withSecondFactor(first, now, { name: 'anna' });
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
