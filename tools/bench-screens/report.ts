import os from 'node:os';
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
export function reportText({
  isQuick,
  browser,
  screens,
  openTickets,
  slowDown,
  baseline,
  paint,
  steady,
}: Report): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const latencyRow = (name: string, { events, missed, p50, p95, p99, longest }: PaintLatency) =>
    `| ${name} | ${events} | ${missed} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${ms(longest)} |`;
  const isMet = paint.p95 <= PAINT_MS && paint.missed === 0;
  return `
Chromium ${browser}, Node ${process.version}, ${os.cpus().length} cores${isQuick ? '; a quick run, whose figures say little' : ''}.

**Webhook sent → painted**, ${screens} screens attached, 2 events/s. Promise: p95 ≤ ${PAINT_MS} ms: ${isMet ? 'met' : 'NOT met'}.

| | events | not seen | p50 | p95 | p99 | longest |
|---|--:|--:|--:|--:|--:|--:|
${latencyRow('Heatlamp', paint)}
${latencyRow('bare Socket.IO and page', baseline)}
| difference | | | ${ms(paint.p50 - baseline.p50)} | ${ms(paint.p95 - baseline.p95)} | | |

**Tasks over 50 ms** with ${openTickets} open tickets at ${slowDown}-fold CPU slow-down.

| wall | cards shown | watched | tasks over 50 ms | longest | main thread busy |
|---|--:|--:|--:|--:|--:|
${steady
  .map(
    (wall) =>
      `| ${wall.name} | ${wall.onScreen} | ${wall.seconds.toFixed(0)} s | ${wall.longTasks} | ${wall.longTasks === 0 ? '–' : ms(wall.longest)} | ${(wall.busy * 100).toFixed(0)} % |`,
  )
  .join('\n')}
`;
}
