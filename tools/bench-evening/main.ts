import { Command, InvalidArgumentError } from 'commander';
import { errorMessage } from '../../lib/error-message';
import type { Child } from '../harness/child';
import { requestLoad, startLoad } from '../harness/load/load-client';
import type { LoadReady } from '../harness/load/messages';
import { machineText, table, verdictTable } from '../harness/report';
import { expectStored } from '../harness/servers/expect-stored';
import { residentMegabytes } from '../harness/servers/resident-memory';
import { bundleBaseline, startBaseline } from '../harness/servers/start-baseline';
import { startHeatlamp } from '../harness/servers/start-heatlamp';
import type { MeasuredServer } from '../harness/servers/target';
import { endAfter } from '../harness/stop-condition';

const CONNECTIONS = 64;
const CHUNK = 2_000;
const TIMEOUT_MS = 120_000;
const MAX_RUN_MS = 20 * 60_000;
/** The promise: the last deliveries of an evening, against the best. */
const MIN_RATIO = 0.8;
const MAX_MEMORY_MB = 300;

type Measured = { perSecond: number[]; memoryMb: number };

/** Measures whether a long evening in one branch slows the server down. */
async function main(): Promise<void> {
  const { deliveries } = new Command('bench:evening')
    .description(
      `Posts an evening of one branch over ${CONNECTIONS} connections: fifty tables, one party after the other at each.`,
    )
    .option('--deliveries <n>', `a multiple of ${CHUNK}`, readDeliveries, 20_000)
    .parse()
    .opts<{ deliveries: number }>();
  endAfter(MAX_RUN_MS);
  await bundleBaseline();
  const load = await startLoad({
    bodyOptions: { seed: 1, until: Date.now() },
    evening: 'parties',
    maxBodies: deliveries,
  });
  const baseline = await measure(await startBaseline('baseline'), load, deliveries);
  const heatlamp = await measure(await startHeatlamp(), load, deliveries);
  await load.stop();
  process.stdout.write(textOf(heatlamp, baseline, deliveries));
}

async function measure(server: MeasuredServer, load: Child<LoadReady>, deliveries: number): Promise<Measured> {
  const perSecond: number[] = [];
  try {
    for (let from = 0; from < deliveries; from += CHUNK) {
      process.stderr.write(`${server.target}: ${from + CHUNK} of ${deliveries}\n`);
      const slice = { from, count: CHUNK };
      const request = { kind: 'fast', port: server.port, connections: CONNECTIONS, slice } as const;
      const { seconds } = await requestLoad(load, request, TIMEOUT_MS);
      perSecond.push(CHUNK / seconds);
    }
    await expectStored(server, deliveries);
    return { perSecond, memoryMb: residentMegabytes(server.pid) };
  } finally {
    await server.stop();
  }
}

function textOf(heatlamp: Measured, baseline: Measured, deliveries: number): string {
  const rows = heatlamp.perSecond.map((rate, index) => [
    String((index + 1) * CHUNK),
    rate.toFixed(0),
    (baseline.perSecond[index] ?? 0).toFixed(0),
  ]);
  const ratio = (heatlamp.perSecond.at(-1) ?? 0) / Math.max(...heatlamp.perSecond);
  const verdicts = [
    {
      promise: `the last ${CHUNK} deliveries: at least ${MIN_RATIO} times the rate of the best ${CHUNK}`,
      measured: `${ratio.toFixed(2)} ×`,
      isMet: ratio >= MIN_RATIO,
    },
    {
      promise: `memory after ${deliveries} deliveries: at most ${MAX_MEMORY_MB} MB`,
      measured: `${heatlamp.memoryMb.toFixed(0)} MB`,
      isMet: heatlamp.memoryMb <= MAX_MEMORY_MB,
    },
  ];
  return `
${CONNECTIONS} connections, one branch with fifty tables. ${machineText()}.

${table(['deliveries', 'heatlamp (/s)', 'baseline (/s)'], rows)}

${verdictTable(verdicts)}
`;
}

function readDeliveries(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < CHUNK || number % CHUNK !== 0)
    throw new InvalidArgumentError(`It must be a multiple of ${CHUNK}.`);
  return number;
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`The bench failed: ${errorMessage(error)}\n`);
  process.exit(1);
}
