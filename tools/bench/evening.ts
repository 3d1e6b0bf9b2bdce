import { Command } from 'commander';
import { MINUTE_MS } from '../../lib/time';
import { startLoad } from '../harness/load-client';
import {
  bundleBaseline,
  expectStored,
  type MeasuredServer,
  startBaseline,
  startHeatlamp,
} from '../harness/measured-server';
import { machineText, table, verdictTable } from '../harness/report';

const CONNECTIONS = 16;
/** A large restaurant has 600 courses a night. */
const DELIVERIES = 2_000;
const CHUNK = 250;
const EVENING_MS = 50 * MINUTE_MS;
const TIMEOUT_MS = 120_000;
/** The promise: the last deliveries of an evening, against the best. */
const MIN_RATIO = 0.8;

export const evening = new Command('evening')
  .description(
    `Posts a night of ${DELIVERIES} deliveries to one branch over ${CONNECTIONS} connections: does its end cost more than its beginning?`,
  )
  .action(async () => {
    await bundleBaseline();
    const baseline = await measure(await startBaseline());
    const heatlamp = await measure(await startHeatlamp());
    const rows = heatlamp.map((rate, index) => [
      ...[String((index + 1) * CHUNK), rate.toFixed(0), (baseline[index] ?? 0).toFixed(0)],
    ]);
    const ratio = (heatlamp.at(-1) ?? 0) / Math.max(...heatlamp);
    const promise = `the last ${CHUNK} deliveries: at least ${MIN_RATIO} times the rate of the best ${CHUNK}`;
    process.stdout.write(`
${CONNECTIONS} connections, one branch with fifty tables. ${machineText()}.

${table(['deliveries', 'heatlamp (/s)', 'baseline (/s)'], rows)}

${verdictTable([{ promise, measured: `${ratio.toFixed(2)} ×`, isMet: ratio >= MIN_RATIO }])}
`);
  });

/** Deliveries per second, of each chunk. */
async function measure(server: MeasuredServer): Promise<number[]> {
  const load = await startLoad({ branches: 1, past: { ms: EVENING_MS, deliveries: DELIVERIES } });
  const perSecond: number[] = [];
  try {
    const { posted: opened } = await load.post({ kind: 'opening', port: server.port }, TIMEOUT_MS);
    for (let from = 0; from < DELIVERIES; from += CHUNK) {
      const request = { kind: 'fast', port: server.port, connections: CONNECTIONS, count: CHUNK } as const;
      perSecond.push(CHUNK / (await load.post(request, TIMEOUT_MS)).seconds);
    }
    await expectStored(server, opened + DELIVERIES);
    return perSecond;
  } finally {
    await load.stop();
    await server.stop();
  }
}
