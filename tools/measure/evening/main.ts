import { recordedEvening } from './deliveries';
import { inheritedAt } from './inherited';
import { playEvening } from './play';
import { newSeed, type Variation, varied } from './variations';
import { added, forgottenIn, type WaitingRows, waitingAt } from './waiting';

const seed = Number(process.env['HEATLAMP_SEED'] ?? newSeed());
const VARIATIONS: [string, Omit<Variation, 'seed'>][] = [
  ['A: every re-seating', { forgottenShare: 0, againAfterMs: null }],
  [
    'B: 20 % of the serves taken out, tables taken again after 3 minutes',
    { forgottenShare: 0.2, againAfterMs: 180_000 },
  ],
];
const say = (line: string) => process.stdout.write(`${line}\n`);

say(`HEATLAMP_SEED=${seed}`);
for (const [title, variation] of VARIATIONS) {
  const evening = varied(recordedEvening(), { seed, ...variation });
  const truth = forgottenIn(evening);
  const none: WaitingRows = { rows: 0, forgotten: 0, most: 0 };
  const sum = { minutes: 0, again: 0, any: 0, clock: 0, dot: 0, name: 0, ready: none, pass: none };
  const began = performance.now();
  await playEvening(evening, (look) => {
    sum.minutes += 1;
    for (const { clock, dot, name } of inheritedAt(look)) {
      sum.again += 1;
      if (clock) sum.clock += 1;
      if (dot) sum.dot += 1;
      if (name) sum.name += 1;
      if (clock || dot || name) sum.any += 1;
    }
    const { ready, pass } = waitingAt(look, truth);
    sum.ready = added(sum.ready, ready);
    sum.pass = added(sum.pass, pass);
  });
  say(title);
  say(
    `  ${evening.courses.length} courses, ${evening.reseatings} re-seatings, ${evening.unpressed.size} served without a press, ${sum.minutes} minutes, played in ${Math.round(performance.now() - began)} ms`,
  );
  say(
    `  (table, minute) of a table taken again: ${sum.again}; with something of the party before: ${sum.any} (clock ${sum.clock}, dot ${sum.dot}, name ${sum.name})`,
  );
  for (const list of ['ready', 'pass'] as const)
    say(
      `  /${list}: ${sum[list].rows} rows × minutes waiting, ${sum[list].forgotten} of them forgotten presses, at most ${sum[list].most} at once`,
    );
}
