import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandLine } from '../cli/command-line';
import { type CommandName, runCommand } from '../cli/commands';
import { startUpHints } from '../start-up-hints';
import { addManager, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

const AT = Date.parse('2026-06-19T18:00:00Z');

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
  server.setNow(AT);
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
  expect(await add({ name: ' ANNA ' })).toContain('reset-password');
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

it('the first owner is added on the command line, as the server suggests', async () => {
  expect(startUpHints(server.core).join('\n')).toContain('manager add <your name> --role owner');
  await addManager(server, { name: 'anna' });
  expect(startUpHints(server.core).join('\n')).toContain('--role owner');
  await addManager(server, { name: 'olga', role: 'owner' });
  expect(startUpHints(server.core).join('\n')).not.toContain('--role owner');
});
