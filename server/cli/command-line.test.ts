import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { commandLine } from './command-line';

/** What the command line prints before it ends with an exit code, without carrying out a command. */
async function outcomeOf(args: string): Promise<{ printed: string; exitCode: number }> {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const quiet = (command: Command): Command => {
    command.exitOverride().configureOutput({ writeErr: print, writeOut: print });
    command.commands.forEach(quiet);
    return command;
  };
  const program = quiet(
    commandLine(async (name) => {
      throw new Error(`${name} was carried out`);
    }),
  );
  const error = await program.parseAsync(args.split(' '), { from: 'user' }).then(
    () => ({ exitCode: 0 }),
    (refused: { exitCode: number }) => refused,
  );
  return { printed, exitCode: error.exitCode };
}

it.each([
  'guest erase 4711,4712',
  'guest erase 4711 x',
  'guest find --name Anna --branch one',
  'screen link one',
  'screen add --name Wall --view kitchen --branch 1,two',
  'branch set one',
  'setting set latePercent 90 --branch one',
  'audit list --limit many',
])('%s is refused in one line', async (args) => {
  const { printed, exitCode } = await outcomeOf(args);
  expect(exitCode).toBe(1);
  expect(printed).toMatch(/^error: [^\n]* is invalid[^\n]* must be an integer\.\n$/);
});

it('refuses a new secret in the command that ends the old one, where it would have no effect', async () => {
  const { printed, exitCode } = await outcomeOf('subscription rotate till --secret c2VjcmV0 --finish');
  expect(exitCode).toBe(1);
  expect(printed).toMatch(/^error: option '--finish' cannot be used with option '--secret/);
});

it('passes on the visits to erase as numbers', async () => {
  const passed: unknown[] = [];
  const program = commandLine(async (name, input) => void passed.push(name, input));
  await program.parseAsync(['guest', 'erase', '4711', '4712', '--name', 'Anna'], { from: 'user' });
  expect(passed).toEqual(['guest erase', { visits: [4711, 4712], name: 'Anna' }]);
});

it('prints its version, which is that of package.json', async () => {
  const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(await outcomeOf('--version')).toEqual({ printed: `${version}\n`, exitCode: 0 });
});
