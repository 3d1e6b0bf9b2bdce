import { groupBy } from '../../lib/group';
import { print } from '../harness/print';
import { type EveningFigures, isInherited, measureEvening, VARIATIONS } from './measure';
import { newSeed } from './variations';

/** `HEATLAMP_SEED` repeats an evening. */
const seed = Number(process.env['HEATLAMP_SEED'] ?? newSeed());

print(`HEATLAMP_SEED=${seed}`);
const a = await measureEvening({ ...VARIATIONS.A, seed });
print(`A: every table re-seated. ${describe(a)}`);
printTables(a);
const b = await measureEvening({ ...VARIATIONS.B, seed });
print(`B: 20 % of the serves removed, tables re-seated after 3 minutes. ${describe(b)}`);
printTables(b);
for (const list of ['ready', 'pass'] as const) {
  const { rows, forgotten, max } = b[list];
  print(`   /${list}: ${rows} rows × minutes wait; ${forgotten} of them are forgotten serves, at most ${max} at once`);
}
print(`   presumed served: ${b.presumed.length} courses (${counts(b.presumed.map(({ reason }) => reason))})`);
print(`   compared with the truth: ${counts(b.presumed.map(({ truth }) => truth))}; never presumed: ${b.unnoticed}`);

function describe({ courses, reseatings, unpressed, minutes }: EveningFigures): string {
  return `${courses.length} courses, ${reseatings} re-seatings, ${unpressed.size} without a press, ${minutes} minutes`;
}

function printTables({ tables, reseatings }: EveningFigures): void {
  const found = tables.filter(isInherited);
  const parties = new Set(found.map(({ orderId }) => orderId)).size;
  const of = (what: 'clock' | 'dot' | 'name' | 'departed') => found.filter((each) => each[what]).length;
  print(`   (table, minute) with data of the previous party: ${found.length} of ${tables.length}`);
  print(`   clocks ${of('clock')}, dots ${of('dot')}, names ${of('name')}, departed parties ${of('departed')}`);
  print(`   re-seatings with inherited data: ${parties} of ${reseatings}`);
}

function counts(names: readonly string[]): string {
  const groups = [...groupBy(names, (word) => word)].map(([word, of]) => `${word} ${of.length}`);
  return groups.length === 0 ? 'none' : groups.toSorted().join(', ');
}
