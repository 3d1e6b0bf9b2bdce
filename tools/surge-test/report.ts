import os from 'node:os';
import { machineText, table, type Verdict, verdictTable } from '../harness/report';
import type { Outage } from './outage';
import type { Scale } from './scale';
import type { ResponseFigures, Steady } from './steady';

/** Results of the parts; null for a part that did not run. */
export type Surge = {
  seed: number;
  scale: Scale;
  rush: { heatlamp: Steady; baseline: Steady } | null;
  outage: Outage | null;
};

/** A promise (docs/reliability.md) and its result. `isTimed`: depends on the speed of the machine. */
export type TimedVerdict = Verdict & { isTimed: boolean };

const MAX_ACKNOWLEDGEMENT_MS = 100;
const MAX_CATCH_UP_MS = 3_000;

export function verdictsOf({ scale, rush, outage }: Surge): TimedVerdict[] {
  return [...(rush ? rushVerdicts(scale, rush.heatlamp) : []), ...(outage ? outageVerdicts(scale, outage) : [])];
}

function rushVerdicts(scale: Scale, { steady, burst, screens, problem }: Steady): TimedVerdict[] {
  const all = ({ acknowledged, sent }: ResponseFigures) => ({
    measured: `${acknowledged} of ${sent}`,
    isMet: acknowledged === sent,
  });
  return [
    {
      promise: `${scale.steadyRate}/s with ${scale.screens} screens: acknowledgement p99 at most ${MAX_ACKNOWLEDGEMENT_MS} ms`,
      measured: ms(steady.p99),
      isMet: steady.p99 <= MAX_ACKNOWLEDGEMENT_MS,
      isTimed: true,
    },
    { promise: 'all acknowledged', ...all(steady), isTimed: false },
    {
      promise: 'every screen shows every step',
      measured: `${screens.missed} missed`,
      isMet: screens.missed === 0,
      isTimed: false,
    },
    { promise: `${scale.burst} in one second: all acknowledged`, ...all(burst), isTimed: false },
    {
      promise: 'every acknowledged delivery is stored once',
      measured: problem ?? 'all',
      isMet: problem === null,
      isTimed: false,
    },
  ];
}

function outageVerdicts(scale: Scale, { upToDateMs, violations, sent }: Outage): TimedVerdict[] {
  const within = `every screen up to date within ${MAX_CATCH_UP_MS / 1_000} s after the restart`;
  return [
    {
      promise: `outage of ${scale.outageSeconds} s: ${within}`,
      measured: ms(upToDateMs.max),
      isMet: upToDateMs.max <= MAX_CATCH_UP_MS,
      isTimed: true,
    },
    {
      promise: 'deliveries during the outage are stored once, and on every screen',
      measured: violations[0] ?? `${sent} of ${sent}`,
      isMet: violations.length === 0,
      isTimed: false,
    },
  ];
}

/** The figures as Markdown. */
export function reportText(surge: Surge): string {
  const load = os.loadavg().map((each) => each.toFixed(1));
  return `
${machineText()}, load ${load.join(', ')}, seed ${surge.seed}.

${table(['', 'heatlamp', 'baseline'], [...rushRows(surge), ...outageRows(surge)])}

${verdictTable(verdictsOf(surge))}
`;
}

function rushRows({ scale, rush }: Surge): string[][] {
  if (rush === null) return [];
  const row = (what: string, of: (server: Steady) => string) => [what, of(rush.heatlamp), of(rush.baseline)];
  const rate = `${scale.steadyRate}/s for ${scale.seconds} s, ${scale.screens} screens`;
  const second = `${scale.burst} in one second`;
  return [
    row(`${rate}: acknowledgement p50`, ({ steady }) => ms(steady.p50)),
    row(`${rate}: acknowledgement p99`, ({ steady }) => ms(steady.p99)),
    row(`${rate}: acknowledgement max`, ({ steady }) => ms(steady.max)),
    row(`${rate}: webhook to screen p50`, ({ screens }) => ms(screens.p50)),
    row(`${rate}: webhook to screen p99`, ({ screens }) => ms(screens.p99)),
    row(`${second}: acknowledged`, ({ burst }) => `${burst.acknowledged} of ${burst.sent}`),
    row(`${second}: acknowledgement p50`, ({ burst }) => ms(burst.p50)),
    row(`${second}: acknowledgement p99`, ({ burst }) => ms(burst.p99)),
  ];
}

function outageRows({ scale, outage }: Surge): string[][] {
  if (outage === null) return [];
  const row = (what: string, measured: string) => [`outage of ${scale.outageSeconds} s: ${what}`, measured, '–'];
  return [
    row('half of the screens up to date after', ms(outage.upToDateMs.p50)),
    row(`the last of ${outage.screens} screens up to date after`, ms(outage.upToDateMs.max)),
    row('deliveries, repeats', `${outage.sent}, ${outage.repeats}`),
    row('last delivery acknowledged after', ms(outage.acknowledgedMs)),
  ];
}

function ms(value: number): string {
  if (!Number.isFinite(value)) return 'never';
  return value < 100 ? `${value.toFixed(1)} ms` : `${value.toFixed(0)} ms`;
}
