import { SCREEN_VIEWS } from '../../contract/constants';
import { addProgram, newestDeliveries } from './deliveries';
import { eventBody } from './events';
import { postAuth, signedIn } from './managers';
import type { Route } from './routes';
import type { RunningServer } from './running-server';

/** A sender of requests, and what the server knows about it. */
export type Caller = {
  who: string;
  /** Headers of its requests. */
  headers: Record<string, string>;
  is: { view: string } | { role: 'owner' | 'manager' } | 'nobody';
  branches: readonly number[];
};

/** Every kind of caller: those with access, and those without valid credentials. */
export async function createCallers(server: RunningServer): Promise<Caller[]> {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const cookie = (text: string) => ({ Cookie: text });
  const addScreen = (view: string, branches: number[]) =>
    server.command<{ id: number; token: string }>('screen add', { name: `${view} of ${branches}`, branches, view });

  const callers: Caller[] = [];
  for (const view of SCREEN_VIEWS)
    for (const branch of [1, 2]) {
      const who = `a screen of view ${view}, of branch ${branch}`;
      const known = { is: { view }, branches: [branch] };
      callers.push({ ...known, who, headers: bearer((await addScreen(view, [branch])).token) });
      const paired = cookie(`heatlamp_screen=${(await addScreen(view, [branch])).token}`);
      callers.push({ ...known, who: `${who}, paired`, headers: paired });
    }
  const managers = [
    { name: 'the owner', role: 'owner', branches: null },
    { name: 'a manager', role: 'manager', branches: null },
    { name: 'a manager of branch 1', role: 'manager', branches: [1] },
    { name: 'a manager of branch 2', role: 'manager', branches: [2] },
  ] as const;
  for (const { name, role, branches } of managers) {
    const headers = cookie(await signedIn(server, { name, role, branches: branches && [...branches] }));
    callers.push({ who: name, headers, is: { role }, branches: branches ?? [1, 2] });
  }
  return [...callers, ...(await createUnauthenticated(server, bearer, cookie, addScreen))];
}

async function createUnauthenticated(
  server: RunningServer,
  bearer: (token: string) => Record<string, string>,
  cookie: (text: string) => Record<string, string>,
  addScreen: (view: string, branches: number[]) => Promise<{ id: number; token: string }>,
): Promise<Caller[]> {
  const revoked = await addScreen('kitchen', [1]);
  await server.command('screen revoke', { id: revoked.id });
  const left = await signedIn(server, { name: 'a signed-out manager', role: 'owner' });
  await postAuth(server, '/api/auth/sign-out', {}, cookie(left));
  const removed = await signedIn(server, { name: 'a removed manager', role: 'owner' });
  await server.command('manager remove', { name: 'a removed manager' });
  const forged = await signedIn(server, { name: 'a manager whose session was read from a backup', role: 'owner' });
  const unauthenticated: Record<string, Record<string, string>> = {
    nobody: {},
    'a guessed token': bearer('guess'),
    'a guessed cookie of a screen': cookie('heatlamp_screen=guess'),
    'a guessed session': cookie('heatlamp_session=guess.guess'),
    'a session token with a forged signature': cookie(`${forged.split('.')[0]}.${'A'.repeat(43)}`),
    'a revoked screen': bearer(revoked.token),
    'a revoked screen, paired': cookie(`heatlamp_screen=${revoked.token}`),
    'a signed-out manager': cookie(left),
    'a removed manager': cookie(removed),
    'a session cookie sent as a bearer token': bearer(left.slice(left.indexOf('=') + 1)),
  };
  return Object.entries(unauthenticated).map(([who, headers]) => ({ who, headers, is: 'nobody', branches: [] }));
}

/** Whether a caller may use a route according to its row, for branch 1 if the route belongs to a branch. */
export function isAllowed({ nobody, screens, managers, branch }: Route, { is, branches }: Caller): boolean {
  if (nobody === 'yes') return true;
  if (is === 'nobody' || (branch === 'theirs' && !branches.includes(1))) return false;
  if (branch === 'all' && branches.length < 2) return false;
  if ('view' in is) return screens === 'every' || screens.includes(is.view);
  return managers === 'every' || (managers === 'owners' && is.role === 'owner');
}

/** Creates a course on table 12/2 of branch 1, and a branch 2. Returns the ids for the placeholders of the table. */
export async function createExampleCourse(server: RunningServer): Promise<{ ticket: string; delivery: string }> {
  await server.command('branch set', { number: 2, name: 'The other' });
  const at = Date.now() - 60_000;
  const answer = await server.post('kitchenStartCourse', eventBody({ at }));
  if (answer.status !== 200) throw new Error('the course was not taken');
  const token = await addProgram(server);
  const [delivery] = await newestDeliveries(server, token);
  if (!delivery?.ticketId) throw new Error('there is no ticket');
  return { ticket: delivery.ticketId, delivery: delivery.id };
}
