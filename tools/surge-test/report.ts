import os from 'node:os';
import type { Outage } from './outage';
import type { Scale } from './scale';
import type { Answers, Steady } from './steady';

export type Surge = { seed: number; scale: Scale; heatlamp: Steady; floor: Steady; outage: Outage };

/** A promise (design, section 8) and what came of it. `isTimed`: a busy machine can break it. */
export type Judged = { promise: string; measured: string; isMet: boolean; isTimed: boolean };

const SLOWEST_ANSWER_MS = 100;
const SLOWEST_RETURN_MS = 3_000;

export function judge({ scale, heatlamp, outage }: Surge): Judged[] {
  const { steady, burst, screens, problem } = heatlamp;
  const { broken, rightMs } = outage;
  const all = ({ answered, sent }: Answers) => ({ measured: `${answered} of ${sent}`, isMet: answered === sent });
  return [
    {
      promise: `${scale.steadyRate}/s with ${scale.screens} screens: acknowledgement p99 at most ${SLOWEST_ANSWER_MS} ms`,
      measured: ms(steady.p99),
      isMet: steady.p99 <= SLOWEST_ANSWER_MS,
      isTimed: true,
    },
    { promise: 'all of them answered 200 and stored', ...all(steady), isTimed: false },
    {
      promise: 'every screen shows every step',
      measured: `${screens.missed} missed`,
      isMet: screens.missed === 0,
      isTimed: false,
    },
    { promise: `${scale.burst} in one second: all 200`, ...all(burst), isTimed: false },
    {
      promise: 'nothing went wrong meanwhile',
      measured: problem ?? 'nothing',
      isMet: problem === null,
      isTimed: false,
    },
    {
      promise: `away for ${scale.outageSeconds} s: every screen right within ${SLOWEST_RETURN_MS / 1_000} s of the return`,
      measured: ms(rightMs.most),
      isMet: rightMs.most <= SLOWEST_RETURN_MS,
      isTimed: true,
    },
    {
      promise: 'what the POS sent meanwhile is stored once, and on every screen',
      measured: broken[0] ?? `${outage.sent} of ${outage.sent}`,
      isMet: broken.length === 0,
      isTimed: false,
    },
  ];
}

/** The figures as Markdown. */
export function reportText(surge: Surge): string {
  const { seed, scale, heatlamp, floor, outage } = surge;
  const row = (what: string, of: (server: Steady) => string) => `| ${what} | ${of(heatlamp)} | ${of(floor)} |`;
  const rate = `${scale.steadyRate}/s for ${scale.seconds} s, ${scale.screens} screens`;
  const burst = `${scale.burst} in one second`;
  const own = (what: string, measured: string) => `| ${what} | ${measured} | – |`;
  const load = os.loadavg().map((each) => each.toFixed(1));
  return `
Node ${process.version}, ${os.cpus().length} cores, load ${load.join(', ')}, seed ${seed}.

| | heatlamp | floor |
|---|--:|--:|
${[
  row(`${rate}: acknowledgement p50`, ({ steady }) => ms(steady.p50)),
  row(`${rate}: acknowledgement p99`, ({ steady }) => ms(steady.p99)),
  row(`${rate}: the slowest`, ({ steady }) => ms(steady.most)),
  row(`${rate}: webhook to screen p50`, ({ screens }) => ms(screens.p50)),
  row(`${rate}: webhook to screen p99`, ({ screens }) => ms(screens.p99)),
  row(`${burst}: answered 200`, ({ burst }) => `${burst.answered} of ${burst.sent}`),
  row(`${burst}: acknowledgement p50`, ({ burst }) => ms(burst.p50)),
  row(`${burst}: acknowledgement p99`, ({ burst }) => ms(burst.p99)),
  own(`away for ${scale.outageSeconds} s: half of the screens right after`, ms(outage.rightMs.p50)),
  own(`away for ${scale.outageSeconds} s: the last of ${outage.screens} screens right after`, ms(outage.rightMs.most)),
  own(`away: sent meanwhile and before, sent again`, `${outage.sent}, ${outage.repeats}`),
  own(`away: the last of it answered after`, ms(outage.answeredMs)),
].join('\n')}

| promise | measured | |
|---|--:|---|
${judge(surge)
  .map(({ promise, measured, isMet }) => `| ${promise} | ${measured} | ${isMet ? 'met' : 'NOT met'} |`)
  .join('\n')}
`;
}

function ms(value: number): string {
  if (!Number.isFinite(value)) return 'never';
  return value < 100 ? `${value.toFixed(1)} ms` : `${value.toFixed(0)} ms`;
}
