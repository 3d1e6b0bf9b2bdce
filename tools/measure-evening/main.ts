import { groupBy } from '../../lib/collections';
import { print } from '../harness/report';
import { newSeed } from './deliveries';
import { type EveningFigures, isInherited, measureEvening, VARIATIONS } from './measure';
import { type ListFigures, shareInFirst, sumOf, WITHOUT_WAIT } from './waiting';

/** `HEATLAMP_SEED` repeats an evening. */
const seed = Number(process.env['HEATLAMP_SEED'] ?? newSeed());

print(`HEATLAMP_SEED=${seed}`);
printEvening('A: every table re-seated', measureEvening({ ...VARIATIONS.A, seed }));
for (const [name, about] of [
  ['B', '20 % of the serves removed, tables re-seated after 3 minutes'],
  ['jam15', 'the same, and for two hours half of what is ready stands up to 15 minutes'],
  ['jam25', 'the same, and for two hours half of what is ready stands up to 25 minutes'],
] as const) {
  const before = measureEvening({ ...VARIATIONS[name], seed }, WITHOUT_WAIT);
  const after = measureEvening({ ...VARIATIONS[name], seed });
  printEvening(`${name}: ${about}`, after);
  printList('/ready without F22e, a row a course, oldest first', before.lists.oldestFirst);
  printList('/ready without F22e', before.lists.ready);
  printList('/ready', after.lists.ready);
  printList('/pass', after.lists.pass);
  printPresumed('presumed served without F22e', before);
  printPresumed('presumed served', after);
}

function printEvening(name: string, { courses, reseatings, unpressed, minutes, tables }: EveningFigures): void {
  const counts = `${courses.length} courses, ${reseatings} re-seatings, ${unpressed.size} without a press`;
  print(`${name}. ${counts}, ${minutes} minutes`);
  const found = tables.filter(isInherited);
  const parties = new Set(found.map(({ orderId }) => orderId)).size;
  const of = (what: 'clock' | 'dot' | 'name' | 'departed') => found.filter((each) => each[what]).length;
  print(
    `   (table, minute) with data of the previous party: ${found.length} of ${tables.length}, ${parties} re-seatings`,
  );
  print(`   clocks ${of('clock')}, dots ${of('dot')}, names ${of('name')}, departed parties ${of('departed')}`);
}

function printList(name: string, list: readonly ListFigures[]): void {
  const sum = (key: keyof ListFigures) => sumOf(list, key);
  const most = Math.max(...list.map(({ gone }) => gone));
  print(`   ${name}: ${percent(shareInFirst(list))} of what stands is in the first seven rows`);
  print(`      something stands in ${percent(sum('trueFirstRows') / sum('firstRows'))} of the first seven rows`);
  print(`      ${sum('rows')} rows × minutes; nothing stands in ${sum('gone')} of them, at most ${most} at once`);
}

function printPresumed(name: string, { presumed, unpressed }: EveningFigures): void {
  const truth = counts(presumed.map((course) => course.truth));
  print(`   ${name}: ${counts(presumed.map(({ reason }) => reason))}`);
  print(`      of ${unpressed.size} without a press; in truth ${truth}`);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function counts(names: readonly string[]): string {
  const groups = [...groupBy(names, (word) => word)].map(([word, of]) => `${word} ${of.length}`);
  return groups.length === 0 ? 'none' : groups.toSorted().join(', ');
}
