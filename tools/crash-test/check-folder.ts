import { compareDeliveries, countEach } from '../harness/compare-deliveries';
import type { OrderWithFacts } from '../harness/folded-board';
import type { StoredData } from '../harness/stored-data';
import type { Ledger } from './ledger';

/** Violations, as sentences, and the numbers of lost and duplicated deliveries. */
export type CheckResult = { violations: string[]; lost: number; duplicated: number };

/** Compares the contents of a folder with the acknowledgements, and with `orders`, folded from its own deliveries. */
export function checkFolder(kept: StoredData, orders: readonly OrderWithFacts[], ledger: Ledger): CheckResult {
  const { lost, duplicated, violations } = compareDeliveries(kept.deliveries, ledger.posted);
  const all = [
    ...kept.damage,
    ...violations,
    ...checkFacts(kept, orders),
    ...checkReadings(kept, ledger),
    ...checkTickets(kept, orders),
    ...checkTaps(kept, ledger),
  ];
  return { lost, duplicated, violations: all };
}

/** Compares the stored facts with those of the deliveries. */
export function checkFacts({ facts }: StoredData, orders: readonly OrderWithFacts[]): string[] {
  const stored = new Map(facts.map((fact) => [keyInOrder(fact, `${fact.courseNumber}/${fact.step}/${fact.at}`), fact]));
  const folded = new Map(
    orders.flatMap((order) => [...order.facts].map(([key, each]) => [keyInOrder(order, key), each] as const)),
  );
  const missing = [...folded.keys()].filter((key) => !stored.has(key));
  const unfounded = [...stored.keys()].filter((key) => !folded.has(key));
  const wrongSource = [...folded].filter(([key, { fact, sources }]) => {
    const source = sources.find(({ id }) => id === stored.get(key)?.deliveryId);
    return stored.has(key) && source?.bodySha256 !== fact.bodySha256;
  });
  const notAppliedOnce = [...folded.values()].filter(
    ({ sources }) => sources.filter(({ outcome }) => outcome === 'applied').length !== 1,
  );
  return [
    ...violationsOf(missing.length, 'facts of stored deliveries are not stored'),
    ...violationsOf(unfounded.length, 'stored facts have no delivery'),
    ...violationsOf(facts.length - stored.size, 'facts are stored more than once'),
    ...violationsOf(wrongSource.length, 'facts have the content of the wrong delivery'),
    ...violationsOf(notAppliedOnce.length, 'facts were not applied exactly once'),
  ];
}

function checkReadings({ deliveries }: StoredData, { rejectedInstants }: Ledger): string[] {
  const misread = deliveries.filter(({ reading, outcome }) => {
    const isFact = outcome === 'applied' || outcome === 'repeat';
    return reading.kind === 'fact' && !isFact && !rejectedInstants.has(reading.fact.at);
  });
  return violationsOf(misread.length, 'deliveries with a fact are neither applied nor repeats');
}

/** Compares the stored tickets with those of the folded facts. */
export function checkTickets({ tickets }: StoredData, orders: readonly OrderWithFacts[]): string[] {
  const stored = new Map(
    tickets.map(({ branch, identity, courseNumber, round, ...times }) => [
      keyInOrder({ branch, identity }, `${courseNumber}/${round}`),
      times,
    ]),
  );
  const folded = orders.flatMap((order) =>
    order.folded.tickets.map(({ course, round, startedAt, readyAt, servedAt, measuredMs, marks }) => {
      const times = { startedAt, readyAt, servedAt, measuredMs, marks: JSON.stringify(marks) };
      return [keyInOrder(order, `${course.number}/${round}`), times] as const;
    }),
  );
  const differing = folded.filter(([key, times]) => JSON.stringify(stored.get(key)) !== JSON.stringify(times));
  return [
    ...violationsOf(differing.length, 'stored tickets differ from the folded facts'),
    ...violationsOf(Math.max(0, tickets.length - folded.length), 'stored tickets have no facts'),
  ];
}

function checkTaps({ actions }: StoredData, { taps }: Ledger): string[] {
  const times = countEach(actions.map(({ id }) => id));
  const sent = [...taps.values()];
  const lost = sent.filter(({ noteId, outcome }) => outcome === 'stored' && !times.has(noteId));
  const storedRefused = sent.filter(({ noteId, outcome }) => outcome === 'refused' && times.has(noteId));
  const unknown = actions.filter(({ id, kind }) => taps.get(id)?.kind !== kind);
  return [
    ...violationsOf(lost.length, 'acknowledged taps are not stored'),
    ...violationsOf(storedRefused.length, 'refused taps are stored'),
    ...violationsOf(unknown.length, 'stored taps were never sent'),
    ...violationsOf(actions.length - times.size, 'taps are stored more than once'),
  ];
}

/** Includes the branch: two branches may have orders with the same name. */
function keyInOrder({ branch, identity }: { branch: number; identity: string }, key: string): string {
  return `${branch} ${identity} ${key}`;
}

function violationsOf(times: number, problem: string): string[] {
  return times > 0 ? [`${times} ${problem}`] : [];
}
