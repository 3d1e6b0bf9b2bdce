import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { commandLine } from './command-line';
import { COMMANDS } from './commands';

const PLACES = ['README.md', 'SECURITY.md', ...['docs', 'deploy'].flatMap(filesIn)];

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => path.join(folder, name));
}

/** The commands in a text, such as `heatlamp doctor`, except those with an ellipsis. */
function commandsIn(text: string): string[] {
  const found = text.matchAll(/(?:^|`|\s|\/)(?:heatlamp|npm run -s heatlamp --) ((?:[a-z-]+)(?: [^`\n]*)?)(?:`|$)/gm);
  return [...found]
    .map(([, command = '']) => command.replace(/\s+#.*$|'$/, '').trim())
    .filter((command) => NAMES.some((name) => command === name || command.startsWith(`${name} `)))
    .filter((command) => !command.includes('…'));
}

const NAMES = Object.keys(COMMANDS);

function wordsOf(command: string): string[] {
  return (command.replaceAll(/\$\([^)]*\)/g, 'today').match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/, '$2'),
  );
}

/** Throws in place of ending the process. */
function throwing(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.commands.forEach(throwing);
  return command;
}

const documented = PLACES.flatMap((file) =>
  commandsIn(readFileSync(file, 'utf8')).map((command) => ({ file, command })),
);

it('finds the commands in the documents', () => {
  expect(documented.length).toBeGreaterThan(15);
});

it.each(documented)('$file: the command line accepts `$command`', async ({ command }) => {
  const performed: string[] = [];
  const program = throwing(
    commandLine(async (name, input) => {
      const parsed = COMMANDS[name].input.safeParse(input);
      performed.push(parsed.success ? name : `${name}: ${parsed.error.message}`);
    }),
  );
  await program.parseAsync(wordsOf(command), { from: 'user' });
  expect(NAMES).toContain(performed[0]);
});
