import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { SCREEN_VIEWS } from '../../contract/live';
import { ROLES } from '../session/manager';
import type { CommandName } from './commands';

export type Perform = (name: CommandName, input: unknown, options: { json: boolean }) => Promise<void>;

/** The command line (contract, Command line). What it reads goes to `perform` as the input of a command. */
export function commandLine(perform: Perform): Command {
  const program = new Command('heatlamp')
    .description('Sets Heatlamp up and looks after it, beside a running server or without one.')
    .configureHelp({ showGlobalOptions: true })
    .option('--json', 'one JSON value on standard output');

  const run = (name: CommandName, input: unknown) =>
    perform(name, input, { json: program.opts<{ json?: boolean }>().json ?? false });
  const leaf = (parent: Command, words: string, about: string) =>
    parent
      .command(words)
      .description(about)
      .option('--json', 'one JSON value on standard output')
      .hook('preAction', (_, action) => {
        if (action.opts<{ json?: boolean }>().json) program.setOptionValue('json', true);
      });

  addSubscriptions(program, leaf, run);
  addScreens(program, leaf, run);
  addManagers(program, leaf, run);
  addBranchesAndSettings(program, leaf, run);

  const deliveries = program.command('deliveries').description('the journal of what the POS sent');
  leaf(deliveries, 'replay [id]', 'read a delivery again, or with --outcome unreadable all that could not be read')
    .addOption(new Option('--outcome <outcome>').choices(['unreadable']))
    .action((id: string | undefined, { outcome }: { outcome?: string }, self: Command) => {
      if ((id === undefined) === (outcome === undefined)) self.error('give an id, or --outcome unreadable');
      return run('deliveries replay', id === undefined ? { outcome } : { id });
    });
  leaf(program, 'backup <file>', 'write everything to a new file, verified; nothing waits for it').action(
    (file: string) => run('backup', { file: path.resolve(file) }),
  );
  leaf(program, 'restore <file>', 'go on with a backup; what is in use now is kept beside it').action((file: string) =>
    run('restore', { file: path.resolve(file) }),
  );
  leaf(program, 'doctor', 'say what is wrong and what to do').action(() => run('doctor', {}));
  return program;
}

type Leaf = (parent: Command, words: string, about: string) => Command;
type Run = (name: CommandName, input: unknown) => Promise<void>;

function addSubscriptions(program: Command, leaf: Leaf, run: Run): void {
  const subscription = program.command('subscription').description('who may post: one for each in the POS back office');
  leaf(subscription, 'add', 'add one; a secret is made when none is given')
    .requiredOption('--id <id>', 'the subscription id in the POS')
    .option('--secret <secret>', 'as the POS shows it')
    .addOption(
      new Option('--secret-encoding <encoding>', 'how the text becomes the key')
        .choices(['base64', 'utf8'])
        .default('base64'),
    )
    .addOption(new Option('--signature-encoding <encoding>').choices(['base64', 'hex']).default('base64'))
    .addOption(new Option('--algorithm <algorithm>').choices(['sha256', 'sha1', 'sha512']).default('sha256'))
    .option('--event <name>', 'everything on this subscription is this event')
    .action((options: Record<string, unknown>) => run('subscription add', without(options, 'json')));
  leaf(subscription, 'list', 'list them').action(() => run('subscription list', {}));
  leaf(subscription, 'remove <id>', 'remove one: what it posts is refused from then on').action((id: string) =>
    run('subscription remove', { id }),
  );
  leaf(subscription, 'rotate <id>', 'bring a second secret; both hold for 7 days')
    .option('--secret <secret>', 'the new one; made when none is given')
    .option('--finish', 'end the old secret now')
    .action((id: string, options: Record<string, unknown>) =>
      run('subscription rotate', { id, ...without(options, 'json') }),
    );
}

function addScreens(program: Command, leaf: Leaf, run: Run): void {
  const screen = program.command('screen').description('who may look: walls, tablets, programs');
  leaf(screen, 'add', 'add one and print its token, once')
    .requiredOption('--name <name>', 'as lists show it')
    .requiredOption('--branch <numbers>', 'one or more, as 1,2', readIntegers)
    .addOption(new Option('--view <view>', 'what it shows first').choices(SCREEN_VIEWS).makeOptionMandatory())
    .action(({ name, branch, view }: { name: string; branch: number[]; view: string }) =>
      run('screen add', { name, branches: branch, view }),
    );
  leaf(screen, 'list', 'list those that hold').action(() => run('screen list', {}));
  leaf(screen, 'revoke', 'shut one out for good')
    .argument('<id>', 'as screen list prints it', readInteger)
    .action((id: number) => run('screen revoke', { id }));
}

function addManagers(program: Command, leaf: Leaf, run: Run): void {
  const manager = program.command('manager').description('who may sign in to see history and reports');
  leaf(manager, 'add [name]', 'add one and print the link, once, with which they set a password within 24 hours')
    .option('--name <name>', 'the same as NAME')
    .addOption(new Option('--role <role>', 'an owner may change everything').choices(ROLES).default('manager'))
    .option('--branch <numbers>', 'only these, as 1,2; else every branch', readIntegers)
    .action(
      (
        given: string | undefined,
        { name = given, role, branch }: { name?: string; role: string; branch?: number[] },
        self: Command,
      ) => {
        if (name === undefined || (given !== undefined && given !== name)) self.error('give one name');
        return run('manager add', { name, role, branches: branch ?? null });
      },
    );
  leaf(manager, 'list', 'list them').action(() => run('manager list', {}));
  leaf(manager, 'remove <name>', 'remove one, who is signed out at once').action((name: string) =>
    run('manager remove', { name }),
  );
  leaf(manager, 'reset-password <name>', 'make a new link; the old password and every session end').action(
    (name: string) => run('manager reset-password', { name }),
  );
  leaf(manager, 'sign-out <name>', 'end every session of one').action((name: string) =>
    run('manager sign-out', { name }),
  );
}

function addBranchesAndSettings(program: Command, leaf: Leaf, run: Run): void {
  const branch = program.command('branch').description('restaurants');
  leaf(branch, 'list', 'list them').action(() => run('branch list', {}));
  leaf(branch, 'set', 'name one, or say where and when its day turns over; made if new')
    .argument('<number>', 'as the POS numbers it', readInteger)
    .option('--name <name>')
    .option('--time-zone <zone>', 'IANA name, such as Europe/Amsterdam')
    .option('--cut-off <time>', 'when a business day begins, such as 04:00')
    .action((number: number, options: Record<string, unknown>) =>
      run('branch set', { number, ...without(options, 'json') }),
    );

  const setting = program.command('setting').description('limits and habits');
  const placed = (command: Command) =>
    command
      .option('--branch <number>', 'for this branch', readInteger)
      .option('--course <number>', 'for this course of the branch', readInteger);
  placed(leaf(setting, 'list', 'list them, or with --branch what holds there')).action(
    (options: Record<string, unknown>) => run('setting list', without(options, 'json')),
  );
  placed(leaf(setting, 'get <key>', 'what holds')).action((key: string, options: Record<string, unknown>) =>
    run('setting get', { key, ...without(options, 'json') }),
  );
  placed(
    leaf(setting, 'set <key> <value>', 'set one; it holds at once. With default in place of a value it is taken back'),
  ).action((key: string, value: string, options: Record<string, unknown>) =>
    run('setting set', { key, value, ...without(options, 'json') }),
  );
}

function readInteger(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be an integer.');
  return Number(text);
}

function readIntegers(text: string): number[] {
  return text.split(',').map((part) => readInteger(part.trim()));
}

function without(options: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([key]) => key !== name));
}
