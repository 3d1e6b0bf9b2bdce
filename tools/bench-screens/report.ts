import { machineText, table, verdictTable } from '../harness/report';
import type { PaintLatency } from './paint-latency';
import type { Steady } from './steady';

export type Report = {
  isQuick: boolean;
  browser: string;
  screens: number;
  openTickets: number;
  slowDown: number;
  baseline: PaintLatency;
  paint: PaintLatency;
  steady: Steady[];
};

const PAINT_MS = 250;

/** The figures as Markdown. */
export function reportText(report: Report): string {
  const { isQuick, browser, screens, openTickets, slowDown, baseline, paint, steady } = report;
  const latencyRow = (name: string, { events, missed, p50, p95, p99, longest }: PaintLatency) => [
    ...[name, String(events), String(missed)],
    ...[p50, p95, p99, longest].map(ms),
  ];
  const difference = ['difference', '', '', ms(paint.p50 - baseline.p50), ms(paint.p95 - baseline.p95)];
  const promise = `webhook sent to painted: p95 at most ${PAINT_MS} ms, none missed`;
  const isMet = paint.p95 <= PAINT_MS && paint.missed === 0;
  return `
Chromium ${browser}, ${machineText(isQuick)}.

**Webhook sent → painted**, ${screens} screens attached, 2 events/s.

${table(
  ['', 'events', 'not seen', 'p50', 'p95', 'p99', 'longest'],
  [latencyRow('Heatlamp', paint), latencyRow('bare Socket.IO and page', baseline), difference],
)}

${verdictTable([{ promise, measured: `${ms(paint.p95)}, ${paint.missed} missed`, isMet }])}

**Tasks over 50 ms** with ${openTickets} open tickets at ${slowDown}-fold CPU slow-down.

${table(['wall', 'cards shown', 'watched', 'tasks over 50 ms', 'longest', 'main thread busy'], steady.map(wallRow))}
`;
}

function wallRow({ name, onScreen, seconds, longTasks, longest, busy }: Steady): string[] {
  const longestText = longTasks === 0 ? '–' : ms(longest);
  const share = `${(busy * 100).toFixed(0)} %`;
  return [name, String(onScreen), `${seconds.toFixed(0)} s`, String(longTasks), longestText, share];
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
