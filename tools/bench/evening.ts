import { Command } from 'commander';
import { type Load, startLoad } from '../harness/load-client';
import {
  bundleBaseline,
  expectStored,
  type MeasuredServer,
  startBaseline,
  startHeatlamp,
} from '../harness/measured-server';
import { residentMegabytes } from '../harness/process-figures';
import { machineText, table, verdictTable } from '../harness/report';

const CONNECTIONS = 16;
/** A large restaurant has 600 courses a night. */
const DELIVERIES = 2_000;
const CHUNK = 250;
const TIMEOUT_MS = 120_000;
/** The promise: the last deliveries of an evening, against the best. */
const MIN_RATIO = 0.8;
const MAX_MEMORY_MB = 300;

type Measured = { perSecond: number[]; memoryMb: number };

export const evening = new Command('evening')
  .description(
    `Posts a night of ${DELIVERIES} deliveries to one branch over ${CONNECTIONS} connections: does its end cost more than its beginning?`,
  )
  .action(async () => {
    await bundleBaseline();
    const load = await startLoad({
      bodyOptions: { seed: 1, until: Date.now() },
      evening: 'parties',
      maxBodies: DELIVERIES,
    });
    const baseline = await measure(await startBaseline(), load);
    const heatlamp = await measure(await startHeatlamp(), load);
    await load.stop();
    process.stdout.write(textOf(heatlamp, baseline));
  });

async function measure(server: MeasuredServer, load: Load): Promise<Measured> {
  const perSecond: number[] = [];
  try {
    for (let from = 0; from < DELIVERIES; from += CHUNK) {
      process.stderr.write(`${server.target}: ${from + CHUNK} of ${DELIVERIES}\n`);
      const request = { kind: 'fast', port: server.port, connections: CONNECTIONS, from, count: CHUNK } as const;
      const { seconds } = await load.post(request, TIMEOUT_MS);
      perSecond.push(CHUNK / seconds);
    }
    await expectStored(server, DELIVERIES);
    return { perSecond, memoryMb: residentMegabytes(server.pid) };
  } finally {
    await server.stop();
  }
}

function textOf(heatlamp: Measured, baseline: Measured): string {
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
      promise: `memory after ${DELIVERIES} deliveries: at most ${MAX_MEMORY_MB} MB`,
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
