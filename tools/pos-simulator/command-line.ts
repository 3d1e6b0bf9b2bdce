import { Command, Option } from 'commander';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { type Delivery, fridayEvening, generateService, type ServiceOptions, type Truth } from './generate-service';
import { fetchCsv, fetchTickets, type HistorySource } from './history-courses';
import {
  httpUrl,
  readDeliveries,
  readTruth,
  seed,
  share,
  speed,
  timestamp,
  truthFileOf,
  wholeFrom,
  writeService,
  writeTruth,
} from './option-values';
import { retimeService } from './retime';
import { chooseRetiming, type Environment, type RunOptions, simulate } from './simulate';
import { summaryText } from './summary';
import { type Comparison, compareCourses } from './truth';

/** Dependencies of the command line. `newSeed` is called if no seed is given. */
export type Terminal = Environment & { print: (text: string) => void; newSeed: () => number };

type SharedOptions = RunOptions & { seed?: number; truthOut?: string };
type GenerateOptions = SharedOptions & Omit<ServiceOptions, 'faults'> & { faults: 'on' | 'off'; out?: string };
type CompareOptions = { url: URL; token: string; branch?: number };

const MAX_DIFFERENCES = 10;
const PORT_NOTE = 'the variable PORT is ignored';

/** The simulator's command line. `onFailure` is called if a check fails. @throws Error with a one-line message */
export function createCommandLine(terminal: Terminal, onFailure: () => void): Command {
  const program = new Command('pos-simulator')
    .description('Simulates the POS: posts signed kitchen webhooks to Heatlamp')
    // Also in the main help, because a first run often fails because of the port.
    .addHelpText('after', `\nHeatlamp on another port: --url http://127.0.0.1:4000; ${PORT_NOTE}.`);

  withRunOptions(program.command('play <file>', { isDefault: true }).description('post a recorded service')).action(
    async (file: string, options: SharedOptions) => {
      const truth = options.truthOut === undefined ? null : readTruth(truthFileOf(file));
      await run({ deliveries: readDeliveries(file), truth }, options.seed ?? terminal.newSeed(), options);
    },
  );

  withServiceOptions(withRunOptions(program.command('generate').description('generate a service and post it'))).action(
    async (options: GenerateOptions) => {
      const chosenSeed = options.seed ?? terminal.newSeed();
      const service = generateService(chosenSeed, { ...options, faults: options.faults === 'on' });
      if (options.out === undefined) return run(service, chosenSeed, options);
      const retiming = chooseRetiming(service.deliveries, options, terminal.today());
      const written = retiming ? retimeService(service, retiming) : service;
      writeService(options.out, written);
      const { deliveries, truth } = written;
      const counts = `${deliveries.length} deliveries, ${truth.courses.length} courses`;
      terminal.print(`${options.out}: ${counts}, seed ${chosenSeed}\n`);
    },
  );

  program
    .command('compare <truth>')
    .description('compare the history of a running Heatlamp with a truth')
    .addOption(urlOption())
    .requiredOption('--token <token>', 'a token with access to the history')
    .option('--branch <number>', 'branch, if the token is valid for several', wholeFrom(0))
    .action(async (file: string, options: CompareOptions) => {
      const { courses } = readTruth(file);
      const source: HistorySource = { url: options.url, token: options.token, branch: options.branch };
      report('JSON', compareCourses(courses, await fetchTickets(source)));
      report('CSV', compareCourses(courses, await fetchCsv(source)));
    });

  async function run(
    service: { deliveries: readonly Delivery[]; truth: Truth | null },
    chosenSeed: number,
    options: SharedOptions,
  ): Promise<void> {
    // Printed first, so that an interrupted run can be repeated.
    terminal.errors.write(`seed ${chosenSeed}\n`);
    const { summary, truth } = await simulate(service, chosenSeed, options, terminal);
    if (options.truthOut !== undefined && truth) writeTruth(options.truthOut, truth);
    terminal.print(summaryText(summary));
    if (!summary.ok) onFailure();
  }

  function report(form: string, { agree, total, extra, differences }: Comparison): void {
    terminal.print(`${form}: ${agree} of ${total} courses agree, ${extra} extra\n`);
    for (const difference of differences.slice(0, MAX_DIFFERENCES)) terminal.print(`  ${difference}\n`);
    const more = differences.length - MAX_DIFFERENCES;
    if (more > 0) terminal.print(`  and ${more} more\n`);
    if (differences.length > 0) onFailure();
  }

  return program;
}

function urlOption(): Option {
  return new Option('--url <address>', `address of Heatlamp; ${PORT_NOTE}`)
    .argParser(httpUrl)
    .default(new URL('http://127.0.0.1:3000'));
}

function withRunOptions(command: Command): Command {
  return command
    .addOption(urlOption())
    .option('--anywhere', 'allow an address outside this machine')
    .option('--id <id>', 'subscription id', SUBSCRIPTION)
    .option('--secret <text>', "the subscription's secret", KEY.secret)
    .addOption(new Option('--secret-encoding <encoding>').choices(['base64', 'utf8']).default('base64'))
    .option('--speed <n|max>', 'multiple of real time; max sends without waiting', speed, 1)
    .addOption(
      new Option('--as <when>', 'now shifts all time stamps so that the service starts now')
        .choices(['recorded', 'now'])
        .default('recorded'),
    )
    .option('--connections <n>', 'number of deliveries in flight at once', wholeFrom(1), 1)
    .option('--shuffle', 'deliver in random order', false)
    .option('--repeat <share>', 'share of deliveries sent twice', share, 0)
    .option('--delay <ms>', 'maximum of a random delay per delivery', wholeFrom(0), 0)
    .option('--lose <share>', 'share of deliveries never sent', share, 0)
    .option('--forge <share>', 'share sent once more with a wrong signature', share, 0)
    .option('--seed <n>', 'the same seed produces the same run', seed)
    .option('--truth-out <file>', 'write the truth with shifted time stamps, including lost deliveries');
}

function withServiceOptions(command: Command): Command {
  return command
    .option('--tables <n>', 'number of tables', wholeFrom(1), fridayEvening.tables)
    .option('--orders <n>', 'number of orders, including those at the counter', wholeFrom(1), fridayEvening.orders)
    .option('--minutes <n>', 'minutes during which guests arrive', wholeFrom(1), fridayEvening.minutes)
    .option('--branch <number>', 'branch of the POS', wholeFrom(0), fridayEvening.branch)
    .addOption(
      new Option('--unit <unit>', 'unit of the preparation times')
        .choices(['seconds', 'minutes', 'milliseconds'])
        .default(fridayEvening.unit),
    )
    .addOption(new Option('--faults <on|off>', 'faults of a real evening').choices(['on', 'off']).default('on'))
    .option('--strange', 'odd members, scanned codes, workplaces with different clocks', false)
    .option('--start <time>', 'opening time, with its offset', timestamp, fridayEvening.start)
    .option('--out <file>', 'write the service (.jsonl) and its truth (.truth.json) and send nothing');
}
