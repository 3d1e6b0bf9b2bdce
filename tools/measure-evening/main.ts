import { groupBy } from '../../lib/group';
import { type EveningFigures, isInherited, measureEvening, VARIATIONS } from './measure';
import { newSeed } from './variations';

/** `HEATLAMP_SEED` repeats an evening. */
const seed = Number(process.env['HEATLAMP_SEED'] ?? newSeed());
const say = (line: string) => process.stdout.write(`${line}\n`);

say(`HEATLAMP_SEED=${seed}`);
const a = await measureEvening({ ...VARIATIONS.A, seed });
say(`A: every table taken again. ${kindOf(a)}`);
sayTables(a);
const b = await measureEvening({ ...VARIATIONS.B, seed });
say(`B: 20 % of the serves taken out, tables taken again after 3 minutes. ${kindOf(b)}`);
sayTables(b);
for (const list of ['ready', 'pass'] as const) {
  const { rows, forgotten, most } = b[list];
  say(`   /${list}: ${rows} rows × minutes wait; ${forgotten} of them are forgotten presses, at most ${most} at once`);
}
say(`   presumed served: ${b.presumed.length} courses (${counts(b.presumed.map(({ reason }) => reason))})`);
say(`   in truth: ${counts(b.presumed.map(({ truth }) => truth))}; never presumed: ${b.unnoticed}`);

function kindOf({ courses, reseatings, unpressed, minutes }: EveningFigures): string {
  return `${courses.length} courses, ${reseatings} re-seatings, ${unpressed.size} without a press, ${minutes} minutes`;
}

function sayTables({ tables, reseatings }: EveningFigures): void {
  const found = tables.filter(isInherited);
  const parties = new Set(found.map(({ orderId }) => orderId)).size;
  const of = (what: 'clock' | 'dot' | 'name' | 'gone') => found.filter((each) => each[what]).length;
  say(`   (table, minute) with something of the party before: ${found.length} of ${tables.length}`);
  say(`   clocks ${of('clock')}, dots ${of('dot')}, names ${of('name')}, parties that have gone ${of('gone')}`);
  say(`   re-seatings that inherited: ${parties} of ${reseatings}`);
}

function counts(names: readonly string[]): string {
  const groups = [...groupBy(names, (word) => word)].map(([word, of]) => `${word} ${of.length}`);
  return groups.length === 0 ? 'none' : groups.toSorted().join(', ');
}
