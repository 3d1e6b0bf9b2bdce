import os from 'node:os';
import type { Glass } from './glass';
import type { Steady } from './steady';

export type Report = {
  isQuick: boolean;
  browser: string;
  screens: number;
  openTickets: number;
  slowDown: number;
  baseline: Glass;
  glass: Glass;
  steady: Steady[];
};

const GLASS_MS = 250;

/** The figures as Markdown. */
export function reportText({ isQuick, browser, screens, openTickets, slowDown, baseline, glass, steady }: Report): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const glassRow = (name: string, { events, missed, p50, p95, p99, longest }: Glass) =>
    `| ${name} | ${events} | ${missed} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${ms(longest)} |`;
  const isMet = glass.p95 <= GLASS_MS && glass.missed === 0;
  return `
Chromium ${browser}, Node ${process.version}, ${os.cpus().length} cores${isQuick ? '; a quick run, whose figures say little' : ''}.

**Webhook sent → painted**, ${screens} screens attached, 2 events/s. Promise: p95 ≤ ${GLASS_MS} ms: ${isMet ? 'met' : 'NOT met'}.

| | events | not seen | p50 | p95 | p99 | longest |
|---|--:|--:|--:|--:|--:|--:|
${glassRow('Heatlamp', glass)}
${glassRow('bare Socket.IO and page', baseline)}
| difference | | | ${ms(glass.p50 - baseline.p50)} | ${ms(glass.p95 - baseline.p95)} | | |

**Tasks over 50 ms** with ${openTickets} open tickets at ${slowDown}-fold CPU slow-down.

| wall | cards shown | watched | tasks over 50 ms | longest | main thread busy |
|---|--:|--:|--:|--:|--:|
${steady
  .map(
    (wall) =>
      `| ${wall.name} | ${wall.onGlass} | ${wall.seconds.toFixed(0)} s | ${wall.longTasks} | ${wall.longTasks === 0 ? '–' : ms(wall.longest)} | ${(wall.busy * 100).toFixed(0)} % |`,
  )
  .join('\n')}
`;
}
