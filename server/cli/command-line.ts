import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { AUDIT_KINDS, ROLES, SCREEN_VIEWS } from '../../contract/constants';
import { IS_RELEASE } from '../../lib/release';
import { version } from '../project-root';
import type { CommandName } from './commands';

type Perform = (name: CommandName, input: unknown, options: { json: boolean }) => Promise<void>;

const ABOUT = 'Sets up and maintains Heatlamp, with or without a running server.';

/** The command line (contract, Command line). Calls `perform` with the parsed input of a command. */
export function commandLine(perform: Perform): Command {
  const program = new Command('heatlamp')
    .description(IS_RELEASE ? `${ABOUT} Without a command, starts the server.` : ABOUT)
    .configureHelp({ showGlobalOptions: true })
    .version(version(), '--version', 'print the version')
    .option('--json', 'print the result as JSON');

  const run = (name: CommandName, input: unknown) =>
    perform(name, input, { json: program.opts<{ json?: boolean }>().json ?? false });
  const leaf = (parent: Command, name: string, about: string) =>
    parent
      .command(name)
      .description(about)
      .option('--json', 'print the result as JSON')
      .hook('preAction', (_, action) => {
        if (action.opts<{ json?: boolean }>().json) program.setOptionValue('json', true);
      });

  addSubscriptions(program, leaf, run);
  addScreens(program, leaf, run);
  addManagers(program, leaf, run);
  addBranchesAndSettings(program, leaf, run);
  addRecords(program, leaf, run);
  addMaintenance(program, leaf, run);
  return program;
}

type Leaf = (parent: Command, name: string, about: string) => Command;
type Run = (name: CommandName, input: unknown) => Promise<void>;

function addSubscriptions(program: Command, leaf: Leaf, run: Run): void {
  const subscription = program
    .command('subscription')
    .description('subscriptions: the ids and secrets with which the POS posts');
  leaf(subscription, 'add', 'add a subscription; generates a secret if none is given')
    .requiredOption('--id <id>', 'the subscription id in the POS')
    .option('--secret <secret>', 'the secret as the POS shows it')
    .addOption(
      new Option('--secret-encoding <encoding>', 'how the secret is converted to the key')
        .choices(['base64', 'utf8'])
        .default('base64'),
    )
    .addOption(new Option('--signature-encoding <encoding>').choices(['base64', 'hex']).default('base64'))
    .addOption(new Option('--algorithm <algorithm>').choices(['sha256', 'sha1', 'sha512']).default('sha256'))
    .option('--event <name>', 'treat every delivery of this subscription as this event')
    .option('--branch <numbers>', 'accept deliveries of these branches only, such as 1,2', readIntegers)
    .action(({ branch, ...options }: Record<string, unknown>) =>
      run('subscription add', { ...without(options, 'json'), ...(branch === undefined ? {} : { branches: branch }) }),
    );
  leaf(subscription, 'limit <id>', 'accept deliveries of some branches only, or without --branch of all')
    .option('--branch <numbers>', 'these branches, such as 1,2', readIntegers)
    .action((id: string, { branch }: { branch?: number[] }) =>
      run('subscription limit', { id, branches: branch ?? null }),
    );
  leaf(subscription, 'list', 'list them').action(() => run('subscription list', {}));
  leaf(subscription, 'remove <id>', 'remove a subscription; its deliveries are refused from then on').action(
    (id: string) => run('subscription remove', { id }),
  );
  leaf(subscription, 'rotate <id>', 'add a second secret; both are valid for 7 days')
    .option('--secret <secret>', 'the new secret; generated if none is given')
    .addOption(new Option('--finish', 'end the old secret now').conflicts('secret'))
    .action((id: string, options: Record<string, unknown>) =>
      run('subscription rotate', { id, ...without(options, 'json') }),
    );
}

function addScreens(program: Command, leaf: Leaf, run: Run): void {
  const screen = program.command('screen').description('devices and programs that may see branches');
  leaf(screen, 'add', 'add a screen and print its token, once')
    .requiredOption('--name <name>', 'the name of the screen')
    .requiredOption('--branch <numbers>', 'one or more branches, such as 1,2', readIntegers)
    .addOption(new Option('--view <view>', 'what the screen may show').choices(SCREEN_VIEWS).makeOptionMandatory())
    .action(({ name, branch, view }: { name: string; branch: number[]; view: string }) =>
      run('screen add', { name, branches: branch, view }),
    );
  leaf(screen, 'list', 'list the screens that are not revoked').action(() => run('screen list', {}));
  leaf(screen, 'link', 'give a screen a new token, whose link pairs devices for 24 hours; the old token ends at once')
    .argument('<id>', 'the id as printed by screen list', readInteger)
    .action((id: number) => run('screen link', { id }));
  leaf(screen, 'revoke', 'revoke a screen permanently')
    .argument('<id>', 'the id as printed by screen list', readInteger)
    .action((id: number) => run('screen revoke', { id }));
}

function addManagers(program: Command, leaf: Leaf, run: Run): void {
  const manager = program.command('manager').description('people who may sign in to see history and reports');
  leaf(manager, 'add [name]', 'add a manager and print, once, the link to set a password within 24 hours')
    .option('--name <name>', 'the same as NAME')
    .addOption(new Option('--role <role>', 'an owner may change everything').choices(ROLES).default('manager'))
    .option('--branch <numbers>', 'only these branches, such as 1,2; all by default', readIntegers)
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
  leaf(manager, 'remove <name>', 'remove a manager and end all sessions').action((name: string) =>
    run('manager remove', { name }),
  );
  leaf(manager, 'reset-password <name>', 'create a new link; ends the old password and all sessions').action(
    (name: string) => run('manager reset-password', { name }),
  );
  leaf(manager, 'remove-second-factor <name>', 'for someone who lost the device with the authenticator app').action(
    (name: string) => run('manager remove-second-factor', { name }),
  );
  leaf(manager, 'sign-out <name>', 'end all sessions of a manager').action((name: string) =>
    run('manager sign-out', { name }),
  );
}

function addBranchesAndSettings(program: Command, leaf: Leaf, run: Run): void {
  const branch = program.command('branch').description('restaurants');
  leaf(branch, 'list', 'list them').action(() => run('branch list', {}));
  leaf(branch, 'set', 'set the name, time zone or cut-off of a branch; creates it if necessary')
    .argument('<number>', 'the number of the branch in the POS', readInteger)
    .option('--name <name>')
    .option('--time-zone <zone>', 'IANA name, such as Europe/Amsterdam')
    .option('--cut-off <time>', 'when a business day begins, such as 04:00')
    .action((number: number, options: Record<string, unknown>) =>
      run('branch set', { number, ...without(options, 'json') }),
    );
  leaf(branch, 'remove', 'remove a provisional branch, whose deliveries stay, or one that nothing came for')
    .argument('<number>', 'the number as printed by branch list', readInteger)
    .action((number: number) => run('branch remove', { number }));

  const setting = program.command('setting').description('limits and other settings');
  const placed = (command: Command) =>
    command
      .option('--branch <number>', 'for this branch', readInteger)
      .option('--course <number>', 'for this course of the branch', readInteger);
  placed(leaf(setting, 'list', 'list settings, or with --branch the values in force there')).action(
    (options: Record<string, unknown>) => run('setting list', without(options, 'json')),
  );
  placed(leaf(setting, 'get <key>', 'print the value in force')).action(
    (key: string, options: Record<string, unknown>) => run('setting get', { key, ...without(options, 'json') }),
  );
  placed(leaf(setting, 'set <key> <value>', 'set a value, which applies at once; default removes it')).action(
    (key: string, value: string, options: Record<string, unknown>) =>
      run('setting set', { key, value, ...without(options, 'json') }),
  );
}

/** What the server has recorded: deliveries, guests' names and the audit log. */
function addRecords(program: Command, leaf: Leaf, run: Run): void {
  const deliveries = program.command('deliveries').description('received deliveries');
  leaf(deliveries, 'replay [id]', 'translate a delivery again, or with --outcome unreadable every unreadable one')
    .addOption(new Option('--outcome <outcome>').choices(['unreadable']))
    .action((id: string | undefined, { outcome }: { outcome?: string }, self: Command) => {
      if ((id === undefined) === (outcome === undefined)) self.error('give an id, or --outcome unreadable');
      return run('deliveries replay', id === undefined ? { outcome } : { id });
    });
  const guest = program.command('guest').description('names of guests, to erase them');
  leaf(guest, 'find', 'list visits by what is known of them: a name, or a day')
    .option('--name <name>', 'a part of the name, also of an earlier one')
    .option('--branch <number>', 'only in this branch', readInteger)
    .option('--day <day>', 'only on this business day, such as 2026-06-19')
    .option('--table <number>', 'only at this table')
    .action((options: Record<string, unknown>) => run('guest find', without(options, 'json')));
  leaf(guest, 'erase', 'erase the names of visits, and their messages of the POS')
    .argument('<ids...>', 'the ids as printed by guest find', (text, ids: number[] = []) => [...ids, readInteger(text)])
    .option(
      '--name <name>',
      'also searches for this name in the audit log, and messages without an order that contain it',
    )
    .action((visits: number[], options: Record<string, unknown>) =>
      run('guest erase', { visits, ...without(options, 'json') }),
    );
  const audit = program.command('audit').description('sign-ins, views of names of guests, and changes');
  leaf(audit, 'list', 'list the newest entries')
    .addOption(new Option('--kind <kind>').choices(AUDIT_KINDS))
    .option('--by <name>', 'of this manager or screen')
    .option('--limit <number>', 'at most 1000; 100 by default', readInteger)
    .action((options: Record<string, unknown>) => run('audit list', without(options, 'json')));
}

function addMaintenance(program: Command, leaf: Leaf, run: Run): void {
  leaf(program, 'backup <file>', 'write a verified backup to a new file; the server may keep running').action(
    (file: string) => run('backup', { file: path.resolve(file) }),
  );
  leaf(program, 'restore <file>', 'replace the database with a backup; the previous database is kept').action(
    (file: string) => run('restore', { file: path.resolve(file) }),
  );
  const secrets = program.command('secrets').description('secrets in the database that SECRETS_KEY encrypts');
  leaf(secrets, 'forget', 'remove those whose key is lost: of subscriptions, and of second factors').action(() =>
    run('secrets forget', {}),
  );
  leaf(program, 'copy', 'copy this restaurant, with its history, from SQLite into PostgreSQL; stop the server first')
    .requiredOption('--to <address>', 'such as postgresql://user:password@host/heatlamp')
    .action(({ to }: { to: string }) => run('copy', { to }));
  leaf(program, 'doctor', 'check the installation, and explain how to fix problems').action(() => run('doctor', {}));
}

/** Parses an argument or the value of an option. Commander reports its error only where it is given as their parser. */
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
