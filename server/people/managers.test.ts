import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../cli/command-line';
import { type CommandName, runCommand } from '../cli/commands';
import { startUpHints } from '../start-up-hints';
import { addManager, cookiesOf, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

const AT = Date.parse('2026-06-19T18:00:00Z');

let server: RunningServer;
beforeEach(async () => {
  server = await startServer(undefined, {}, AT);
});
afterEach(() => server.stop());

/** The message with which a command is refused. */
async function refusal(name: CommandName, input: unknown = {}): Promise<string> {
  const answer = await runCommand({ deps: server.core, refusals: null }, name, input);
  if (answer.ok) throw new Error(`${name} was carried out`);
  return answer.message;
}

/** Parses command-line arguments. */
async function commandOf(...args: string[]): Promise<unknown> {
  let given: unknown = null;
  const program = commandLine(async (name, input) => {
    given = { name, input };
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    command.exitOverride().configureOutput({ writeErr: () => {} });
  await program.parseAsync(['node', 'heatlamp', ...args]);
  return given;
}

it('are added by name, as an argument or an option', async () => {
  const anna = { name: 'manager add', input: { name: 'anna', role: 'manager', branches: null } };
  expect(await commandOf('manager', 'add', 'anna')).toEqual(anna);
  expect(await commandOf('manager', 'add', '--name', 'anna')).toEqual(anna);
  expect(await commandOf('manager', 'add', 'anna', '--name', 'anna')).toEqual(anna);
  expect(await commandOf('manager', 'add', 'Anna de Vries', '--role', 'owner')).toMatchObject({
    input: { name: 'Anna de Vries', role: 'owner' },
  });
  expect(await commandOf('manager', 'add', 'anna', '--branch', '1,2')).toMatchObject({ input: { branches: [1, 2] } });
  for (const args of [[], ['anna', '--name', 'bert'], ['anna', '--role', 'boss'], ['anna', '--branch', 'all']])
    await expect(commandOf('manager', 'add', ...args)).rejects.toThrow();
});

it('get a link to this server with the token in its fragment', async () => {
  const { name, link } = await server.command<{ name: string; link: string }>('manager add', {
    name: ' Anna ',
    role: 'manager',
    branches: [7],
  });
  expect([name, link]).toEqual(['Anna', expect.stringMatching(/^http:\/\/localhost:0\/login#[\w-]{43}$/)]);
  // Adding a manager creates a branch that has no deliveries yet.
  expect(await server.command('branch list')).toMatchObject([{ number: 7 }]);
});

it('are listed with their rights and their last sign-in', async () => {
  await addManager(server, { name: 'Anna', branches: [2, 1, 2] });
  server.setNow(AT + 60_000);
  await signedIn(server, { name: 'Olga', role: 'owner' });
  await postAuth(server, '/api/auth/sign-in', { name: 'olga', password: PASSWORD });
  expect(await server.command('manager list')).toEqual([
    {
      name: 'Anna',
      role: 'manager',
      branches: [1, 2],
      createdAt: '2026-06-19T18:00:00.000Z',
      lastSignInAt: null,
      sessions: 0,
    },
    {
      name: 'Olga',
      role: 'owner',
      branches: null,
      createdAt: '2026-06-19T18:01:00.000Z',
      lastSignInAt: '2026-06-19T18:01:00.000Z',
      sessions: 2,
    },
  ]);
  expect(await server.command('manager sign-out', { name: 'olga' })).toEqual({ name: 'Olga', sessions: 2 });
  expect(await server.command('manager list')).toMatchObject([{}, { sessions: 0 }]);
  expect(await server.command('manager remove', { name: 'anna' })).toEqual({ name: 'Anna' });
  expect(await server.command('manager list')).toMatchObject([{ name: 'Olga' }]);
});

it('that are invalid are refused with a message', async () => {
  await addManager(server, { name: 'Anna' });
  const add = (wanted: object) => refusal('manager add', { name: 'x', role: 'manager', branches: null, ...wanted });
  expect(await add({ name: ' ANNA ' })).toContain('reset the password');
  expect(await add({ name: '   ' })).toContain('1 to 60 characters');
  expect(await add({ name: 'x'.repeat(61) })).toContain('1 to 60 characters');
  expect(await add({ name: 'two\nlines' })).toContain('1 to 60 characters');
  expect(await add({ role: 'owner', branches: [1] })).toContain('every branch');
  expect(await add({ branches: [] })).toContain('at least one branch');
  for (const name of ['manager remove', 'manager reset-password', 'manager sign-out'] as const)
    expect(await refusal(name, { name: 'bert' })).toContain('no manager is named bert');
});

it('a removed manager is signed out at once, and the name is free again', async () => {
  const cookie = await signedIn(server, { name: 'Anna', role: 'owner' });
  await signedIn(server, { name: 'Olga', role: 'owner' });
  await server.command('manager remove', { name: 'anna' });
  expect((await fetch(`${server.url}/api/v1/deliveries`, { headers: { Cookie: cookie } })).status).toBe(401);
  await signedIn(server, { name: 'anna' });
  expect((await fetch(`${server.url}/api/v1/deliveries`, { headers: { Cookie: cookie } })).status).toBe(401);
});

it('the last owner who can sign in is not removed', async () => {
  await signedIn(server, { name: 'Olga', role: 'owner' });
  await addManager(server, { name: 'Anna', role: 'owner' });
  expect(await refusal('manager remove', { name: 'olga' })).toContain('the last owner');
  expect(await server.command('manager remove', { name: 'anna' })).toEqual({ name: 'Anna' });
});

describe('the link for the first owner', () => {
  const tokenIn = (lines: string[]) => /\/setup#([\w-]{43})$/m.exec(lines.join('\n'))?.[1] ?? '';
  const hints = () => startUpHints(server.core, 3000);
  const check = (token: string) => postAuth(server, '/api/auth/set-up/link', { token });
  const setUp = (token: string, name = 'Olga') =>
    postAuth(server, '/api/auth/set-up', { token, name, password: PASSWORD });
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

  it('is printed while there is no owner, with a QR code, and makes one who is signed in', async () => {
    await addManager(server, { name: 'anna' });
    const printed = hints();
    const token = tokenIn(printed);
    expect(printed.join('\n')).toMatch(/[█▀▄ ]{20,}\n[█▀▄ ]{20,}/);
    expect((await check(token)).status).toBe(200);
    const answer = await setUp(token, '  Olga ');
    expect(await answer.json()).toMatchObject({ manager: { name: 'Olga', role: 'owner', branches: null } });
    const audit = await fetch(`${server.url}/api/v1/audit`, { headers: { Cookie: cookiesOf(answer) } });
    expect(audit.status).toBe(200);
    const { entries } = (await audit.json()) as { entries: { action: string; subject: string | null; by: string }[] };
    expect(entries.find(({ action, subject }) => action === 'manager-added' && subject === 'Olga')?.by).toBe('Olga');
    expect((await postAuth(server, '/api/auth/sign-in', { name: 'olga', password: PASSWORD })).status).toBe(200);
    expect(tokenIn(hints())).toBe('');
  });

  it('works once; of two at once the database lets one through', async () => {
    const token = tokenIn(hints());
    const answers = await Promise.all([setUp(token, 'Olga'), setUp(token, 'Otto')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const owners = await server.command<{ role: string }[]>('manager list');
    expect(owners).toHaveLength(1);
    expect(await codeOf(await setUp(token, 'Ova'))).toEqual([409, 'owner']);
    expect(await codeOf(await check(token))).toEqual([409, 'owner']);
  });

  it('is refused with another token, and leaves nothing half made', async () => {
    const token = tokenIn(hints());
    for (const other of [token.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')), ''])
      expect(await codeOf(await setUp(other))).toEqual([410, 'link']);
    await addManager(server, { name: 'anna' });
    expect(await codeOf(await setUp(token, 'Anna'))).toEqual([400, 'name']);
    expect((await postAuth(server, '/api/auth/set-up', { token, name: 'Olga', password: 'short' })).status).toBe(400);
    expect((await server.command<unknown[]>('manager list')).length).toBe(1);
    expect((await setUp(token)).status).toBe(200);
  });
});
