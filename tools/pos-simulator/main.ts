import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { percentile } from '../../lib/percentile';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { type Delivery, fridayEvening, generateService } from './generate-service';
import { fetchCsv, fetchTickets, type HistorySource } from './history-courses';
import { aboveZero, readDeliveries, readTruth, wholeFrom } from './option-values';
import { type NoResponse, type PosResponse, planDeliveries, REAL_TIME, sendDeliveries } from './post-delivery';
import { createRandom } from './random';
import { retimeDeliveries, retimingToNow } from './retime';
import { type Comparison, compareCourses } from './truth';

type RunOptions = {
  url: URL;
  anywhere?: true;
  id: string;
  secret: string;
  /** Multiple of real time; Infinity for `max`. */
  speed: number;
  as: 'recorded' | 'now';
  connections: number;
  shuffle?: true;
  repeat: number;
  seed: number;
};

const PROGRESS_INTERVAL_MS = 10_000;
const MAX_DIFFERENCES = 10;
const PORT_NOTE = 'the variable PORT is ignored';
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/;

const program = new Command('pos-simulator')
  .description('Simulates the POS: posts signed kitchen webhooks to Heatlamp')
  // Also in the main help, because a first run often fails because of the port.
  .addHelpText('after', `\nHeatlamp on another port: --url http://127.0.0.1:4000; ${PORT_NOTE}.`);

withRunOptions(program.command('play <file>', { isDefault: true }).description('post a recorded service')).action(
  (file: string, options: RunOptions) => post(readDeliveries(file), options),
);

withRunOptions(program.command('generate').description('generate a service and post it'))
  .option('--orders <n>', 'number of orders, including those at the counter', wholeFrom(1), fridayEvening.orders)
  .option('--strange', 'odd members, scanned codes, workplaces with different clocks', false)
  .action(({ orders, strange, ...options }: RunOptions & { orders: number; strange: boolean }) =>
    post(generateService(options.seed, { orders, strange }).deliveries, options),
  );

program
  .command('compare <truth>')
  .description('compare the history of a running Heatlamp with a truth')
  .addOption(urlOption())
  .requiredOption('--token <token>', 'a token with access to the history')
  .option('--branch <number>', 'branch, if the token is valid for several', wholeFrom(0))
  .action(async (file: string, source: HistorySource) => {
    const { courses } = readTruth(file);
    reportComparison('JSON', compareCourses(courses, await fetchTickets(source)));
    reportComparison('CSV', compareCourses(courses, await fetchCsv(source)));
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`error: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}

function urlOption(): Option {
  return new Option('--url <address>', `address of Heatlamp; ${PORT_NOTE}`)
    .argParser((text) => {
      if (URL.canParse(text) && text.startsWith('http:')) return new URL(text);
      throw new InvalidArgumentError('Expected an address such as http://127.0.0.1:3000.');
    })
    .default(new URL('http://127.0.0.1:3000'));
}

function withRunOptions(command: Command): Command {
  const speed = (text: string) => (text === 'max' ? Number.POSITIVE_INFINITY : aboveZero()(text));
  return command
    .addOption(urlOption())
    .option('--anywhere', 'allow an address outside this machine')
    .option('--id <id>', 'subscription id', SUBSCRIPTION)
    .option('--secret <text>', "the subscription's secret (Base64)", KEY.secret)
    .option('--speed <n|max>', 'multiple of real time; max sends without waiting', speed, 1)
    .addOption(
      new Option('--as <when>', 'now shifts all time stamps so that the service starts now')
        .choices(['recorded', 'now'])
        .default('recorded'),
    )
    .option('--connections <n>', 'number of deliveries in flight at once', wholeFrom(1), 1)
    .option('--shuffle', 'deliver in random order')
    .option('--repeat <share>', 'share of deliveries sent twice', aboveZero(1), 0)
    .option('--seed <n>', 'the same seed produces the same run', wholeFrom(0), randomInt(2 ** 32));
}

/** Posts deliveries, and prints what was answered. The exit code is 1 unless each was answered with a signed 200. */
async function post(deliveries: readonly Delivery[], options: RunOptions): Promise<void> {
  const { url, anywhere, id: subscriptionId, secret, speed, as, connections, shuffle = false, repeat, seed } = options;
  if (!anywhere && !LOOPBACK.test(url.hostname))
    throw new Error(
      `${url.origin} is not on this machine, and generated courses could reach a real kitchen; --anywhere allows it`,
    );
  // Printed first, so that an interrupted run can be repeated.
  process.stderr.write(`seed ${seed}\n`);
  const scale = Number.isFinite(speed) ? speed : 1;
  const retiming = as === 'now' ? retimingToNow(deliveries, Date.now(), scale) : null;
  const retimed = retiming ? retimeDeliveries(deliveries, retiming) : deliveries;
  const plan = { speed: retiming ? speed / scale : speed, shuffle, repeat };
  const postings = planDeliveries(retimed, plan, createRandom(seed));
  const problems = new Map<string, number>();
  const latencies: number[] = [];
  let answered = 0;
  const progress = setInterval(
    () => process.stderr.write(`${answered} of ${postings.length} deliveries\n`),
    PROGRESS_INTERVAL_MS,
  );
  const destination = { url, subscriptionId, key: { ...KEY, secret }, connections };
  const elapsedMs = await sendDeliveries(postings, destination, REAL_TIME, ({ path }, response) => {
    answered += 1;
    if ('status' in response) latencies.push(response.latencyMs);
    const problem = problemOf(path, response);
    if (problem === null) return;
    if (!problems.has(problem)) process.stderr.write(`a delivery was not accepted: ${problem}\n`);
    problems.set(problem, (problems.get(problem) ?? 0) + 1);
  });
  clearInterval(progress);
  const at = (share: number) => `${percentile(latencies, share).toFixed(1)} ms`;
  const counts = [...problems].map(([problem, count]) => `${count} × ${problem}\n`).join('');
  process.stdout.write(
    `sent ${postings.length} in ${(elapsedMs / 1_000).toFixed(1)} s, answered after p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}\n${counts}${problems.size === 0 ? 'passed' : 'FAILED'}\n`,
  );
  if (problems.size > 0) process.exitCode = 1;
}

/** Why a response is not the one of a delivery that is kept (docs/pos-interface.md); null if it is. */
function problemOf(path: string, response: PosResponse | NoResponse): string | null {
  if ('failed' in response) return response.failed;
  if (response.status !== 200) return `${response.status} ${response.code ?? ''}`.trim();
  if (response.signature !== 'right') return `the signature of the response is ${response.signature}`;
  if (!response.json) return 'the response is not JSON';
  return path.endsWith('/scanCode') && !response.isScanResponse ? 'the response is not that of a scanned code' : null;
}

function reportComparison(form: string, { agree, total, extra, differences }: Comparison): void {
  process.stdout.write(`${form}: ${agree} of ${total} courses agree, ${extra} extra\n`);
  for (const difference of differences.slice(0, MAX_DIFFERENCES)) process.stdout.write(`  ${difference}\n`);
  if (differences.length > 0) process.exitCode = 1;
}
