import { machineText, spreadText, table, verdictTable } from '../harness/report';
import { spreadOf } from '../harness/spread';
import { kilobytesOfScreen, type Measured } from './figures';
import type { Scale, Servers } from './scale';

export type Report = {
  isQuick: boolean;
  seed: number;
  scale: Scale;
  /** Average number of processes that wanted a processor in the minute before the run. */
  loadBefore: number;
  measured: readonly Measured[];
};

/** The figures as Markdown: a row for each kind of servers and size of the chain. */
export function reportText({ isQuick, seed, scale: { perSecond, seconds }, loadBefore, measured }: Report): string {
  const missed = measured.reduce((sum, one) => sum + one.missed, 0);
  const changes = measured.reduce((sum, one) => sum + one.changes, 0);
  const verdict = { promise: 'every change on every screen', measured: `${missed} of ${changes} missed` };
  return `
${perSecond} deliveries per second for ${seconds} s, seed ${seed}. ${machineText(isQuick)}, load ${loadBefore.toFixed(1)} before.

${table(
  [...PLACE, 'acknowledgement p50', 'p99', 'webhook → screen p50', 'p99', 'missed', 'generator late p99'],
  measured.map((one) => [...placeOf(one), ...timesOf(one)]),
)}

${table(
  [...PLACE, 'start', 'memory of a node, idle', 'with screens', 'at the end', 'of a screen', ...PARTS],
  measured.map((one) => [...placeOf(one), ...resourcesOf(one)]),
)}

Shares are of one core; those of the nodes are together.

${verdictTable([{ ...verdict, isMet: missed === 0 }])}
`;
}

const PLACE = ['', 'branches', 'screens'];
const PARTS = ['nodes', 'PostgreSQL', 'generator', 'screens'];

function placeOf({ servers, branches, screens }: Measured): string[] {
  return [nameOf(servers), String(branches), String(screens)];
}

export function nameOf(servers: Servers): string {
  if (typeof servers === 'number') return `PostgreSQL, ${servers} node${servers === 1 ? '' : 's'}`;
  return servers === 'baseline' ? 'baseline' : 'SQLite';
}

function timesOf({ acknowledgement, screen, missed, generatorLate }: Measured): string[] {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    ...[acknowledgement.p50, acknowledgement.p99, screen.p50, screen.p99].map(ms),
    String(missed),
    ms(generatorLate.p99),
  ];
}

function resourcesOf(measured: Measured): string[] {
  const { startMs, memoryMb, shares } = measured;
  const ofNodes = (values: readonly number[], digits: number, unit: string) =>
    spreadText(spreadOf(values), digits, unit);
  const percent = (share: number | null | undefined) =>
    share === null || share === undefined ? '–' : `${(share * 100).toFixed(0)} %`;
  const seconds = startMs.map((ms) => ms / 1_000);
  return [
    ofNodes(seconds, 1, ' s'),
    ...[memoryMb.idle, memoryMb.withScreens, memoryMb.atEnd].map((values) => ofNodes(values, 0, ' MB')),
    `${kilobytesOfScreen(measured).toFixed(0)} kB`,
    ...[shares?.nodes, shares?.postgresql, shares?.generator, shares?.screens].map(percent),
  ];
}
