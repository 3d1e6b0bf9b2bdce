import { machineText, table, verdictTable } from '../harness/report';
import type { PaintLatency } from './paint-latency';
import type { Steady } from './steady';

export type Report = {
  isQuick: boolean;
  browser: string;
  screens: number;
  openTickets: number;
  slowDown: number;
  measureBaseline: PaintLatency;
  measurePaint: PaintLatency;
  measureSteady: Steady[];
};

const MAX_PAINT_MS = 250;

/** The figures as Markdown. */
export function reportText(report: Report): string {
  const { isQuick, browser, screens, openTickets, slowDown, measureBaseline, measurePaint, measureSteady } = report;
  const latencyRow = (name: string, { events, missed, p50, p95, p99, max }: PaintLatency) => [
    ...[name, String(events), String(missed)],
    ...[p50, p95, p99, max].map(ms),
  ];
  const difference = [
    'difference',
    '',
    '',
    ms(measurePaint.p50 - measureBaseline.p50),
    ms(measurePaint.p95 - measureBaseline.p95),
  ];
  const promise = `webhook sent to painted: p95 at most ${MAX_PAINT_MS} ms, none missed`;
  const isMet = measurePaint.p95 <= MAX_PAINT_MS && measurePaint.missed === 0;
  return `
Chromium ${browser}, ${machineText(isQuick)}.

**Webhook sent → painted**, ${screens} screens connected, 2 events/s.

${table(
  ['', 'events', 'missed', 'p50', 'p95', 'p99', 'max'],
  [latencyRow('Heatlamp', measurePaint), latencyRow('minimal Socket.IO server and page', measureBaseline), difference],
)}

${verdictTable([{ promise, measured: `${ms(measurePaint.p95)}, ${measurePaint.missed} missed`, isMet }])}

**Tasks over 50 ms** with ${openTickets} open tickets at ${slowDown}-fold CPU slow-down.

${table(['wall', 'cards shown', 'measured', 'tasks over 50 ms', 'longest', 'main thread busy'], measureSteady.map(wallRow))}
`;
}

function wallRow({ name, onScreen, seconds, longTasks, max, busy }: Steady): string[] {
  const longestText = longTasks === 0 ? '–' : ms(max);
  const share = `${(busy * 100).toFixed(0)} %`;
  return [name, String(onScreen), `${seconds.toFixed(0)} s`, String(longTasks), longestText, share];
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
