import os from 'node:os';
import { machineText, table, type Verdict, verdictTable } from '../harness/report';
import type { Outage } from './outage';
import type { Scale } from './scale';
import type { Answers, Steady } from './steady';

/** Results of the parts; null for a part that did not run. */
export type Surge = {
  seed: number;
  scale: Scale;
  rush: { heatlamp: Steady; baseline: Steady } | null;
  outage: Outage | null;
};

/** A promise (docs/reliability.md) and its result. `isTimed`: a busy machine can break it. */
export type Judged = Verdict & { isTimed: boolean };

const SLOWEST_ANSWER_MS = 100;
const SLOWEST_RETURN_MS = 3_000;

export function judge({ scale, rush, outage }: Surge): Judged[] {
  return [...(rush ? judgeRush(scale, rush.heatlamp) : []), ...(outage ? judgeOutage(scale, outage) : [])];
}

function judgeRush(scale: Scale, { steady, burst, screens, problem }: Steady): Judged[] {
  const all = ({ answered, sent }: Answers) => ({ measured: `${answered} of ${sent}`, isMet: answered === sent });
  return [
    {
      promise: `${scale.steadyRate}/s with ${scale.screens} screens: acknowledgement p99 at most ${SLOWEST_ANSWER_MS} ms`,
      measured: ms(steady.p99),
      isMet: steady.p99 <= SLOWEST_ANSWER_MS,
      isTimed: true,
    },
    { promise: 'all of them answered 200', ...all(steady), isTimed: false },
    {
      promise: 'every screen shows every step',
      measured: `${screens.missed} missed`,
      isMet: screens.missed === 0,
      isTimed: false,
    },
    { promise: `${scale.burst} in one second: all 200`, ...all(burst), isTimed: false },
    {
      promise: 'all that was answered is stored, once',
      measured: problem ?? 'all',
      isMet: problem === null,
      isTimed: false,
    },
  ];
}

function judgeOutage(scale: Scale, { rightMs, broken, sent }: Outage): Judged[] {
  const within = `every screen right within ${SLOWEST_RETURN_MS / 1_000} s of the return`;
  return [
    {
      promise: `away for ${scale.outageSeconds} s: ${within}`,
      measured: ms(rightMs.most),
      isMet: rightMs.most <= SLOWEST_RETURN_MS,
      isTimed: true,
    },
    {
      promise: 'what the POS sent meanwhile is stored once, and on every screen',
      measured: broken[0] ?? `${sent} of ${sent}`,
      isMet: broken.length === 0,
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

${verdictTable(judge(surge))}
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
    row(`${rate}: the slowest`, ({ steady }) => ms(steady.most)),
    row(`${rate}: webhook to screen p50`, ({ screens }) => ms(screens.p50)),
    row(`${rate}: webhook to screen p99`, ({ screens }) => ms(screens.p99)),
    row(`${second}: answered 200`, ({ burst }) => `${burst.answered} of ${burst.sent}`),
    row(`${second}: acknowledgement p50`, ({ burst }) => ms(burst.p50)),
    row(`${second}: acknowledgement p99`, ({ burst }) => ms(burst.p99)),
  ];
}

function outageRows({ scale, outage }: Surge): string[][] {
  if (outage === null) return [];
  const row = (what: string, measured: string) => [`away for ${scale.outageSeconds} s: ${what}`, measured, '–'];
  return [
    row('half of the screens right after', ms(outage.rightMs.p50)),
    row(`the last of ${outage.screens} screens right after`, ms(outage.rightMs.most)),
    row('deliveries, and how often one was sent again', `${outage.sent}, ${outage.repeats}`),
    row('the last delivery answered after', ms(outage.answeredMs)),
  ];
}

function ms(value: number): string {
  if (!Number.isFinite(value)) return 'never';
  return value < 100 ? `${value.toFixed(1)} ms` : `${value.toFixed(0)} ms`;
}
