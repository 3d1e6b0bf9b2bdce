import type { FoldedOrderFacts } from '../harness/folded-board';
import type { KeptFolder } from '../harness/kept-folder';
import type { Ledger } from './ledger';

/** Broken promises as texts, and how many deliveries were lost or stored twice. */
export type Verdict = { broken: string[]; lost: number; doubled: number };

/** Compares a folder with what was answered, and with the result of its own deliveries. */
export function checkFolder(kept: KeptFolder, orders: readonly FoldedOrderFacts[], ledger: Ledger): Verdict {
  const journal = checkJournal(kept, ledger);
  const broken = [
    ...kept.damage,
    ...journal.broken,
    ...checkFacts(kept, orders),
    ...checkReadings(kept, ledger),
    ...checkTickets(kept, orders),
    ...checkTaps(kept, ledger),
  ];
  return { ...journal, broken };
}

function checkJournal({ deliveries }: KeptFolder, { posted }: Ledger): Verdict {
  const name = (event: string, body: string) => `${event} ${body}`;
  const eventOf = (path: string) => path.replace('/webhooks/', '');
  const rows = count(deliveries.map(({ pathEvent, body }) => name(pathEvent, body)));
  const sent = count(posted.map(({ path, body }) => name(eventOf(path), body)));
  const acknowledged = count(
    posted.filter(({ status }) => status === 200 || status === 400).map(({ path, body }) => name(eventOf(path), body)),
  );
  const missing = [...acknowledged].map(([key, times]) => Math.max(0, times - (rows.get(key) ?? 0)));
  const extra = [...rows].map(([key, times]) => Math.max(0, times - (sent.get(key) ?? 0)));
  const [lost, doubled] = [sum(missing), sum(extra)];
  return {
    lost,
    doubled,
    broken: [
      ...(lost > 0 ? [`${lost} deliveries that were answered are not in the journal`] : []),
      ...(doubled > 0 ? [`${doubled} deliveries are in the journal more often than they were posted`] : []),
    ],
  };
}

/** Compares the stored facts with those of the deliveries. */
export function checkFacts({ facts }: KeptFolder, orders: readonly FoldedOrderFacts[]): string[] {
  const stored = new Map(facts.map((fact) => [placed(fact, `${fact.courseNumber}/${fact.step}/${fact.at}`), fact]));
  const folded = new Map(
    orders.flatMap((order) => [...order.facts].map(([key, each]) => [placed(order, key), each] as const)),
  );
  const missing = [...folded.keys()].filter((key) => !stored.has(key));
  const unfounded = [...stored.keys()].filter((key) => !folded.has(key));
  const wrongSource = [...folded].filter(([key, { fact, sources }]) => {
    const holder = sources.find(({ id }) => id === stored.get(key)?.deliveryId);
    return stored.has(key) && holder?.bodySha256 !== fact.bodySha256;
  });
  const notOnceApplied = [...folded.values()].filter(
    ({ sources }) => sources.filter(({ outcome }) => outcome === 'applied').length !== 1,
  );
  return [
    ...found(missing.length, 'facts of the journal are not stored'),
    ...found(unfounded.length, 'facts are stored without a delivery of theirs'),
    ...found(facts.length - stored.size, 'facts are stored more than once'),
    ...found(wrongSource.length, 'facts have the content of another delivery than the one that counts'),
    ...found(notOnceApplied.length, 'facts were applied not exactly once'),
  ];
}

function checkReadings({ deliveries }: KeptFolder, { poisoned }: Ledger): string[] {
  const misread = deliveries.filter(({ reading, outcome }) => {
    const isFact = outcome === 'applied' || outcome === 'repeat';
    return reading.kind === 'fact' && !isFact && !poisoned.has(reading.fact.at);
  });
  return found(misread.length, 'deliveries with a fact were neither applied nor repeats');
}

/** Compares the stored tickets with the result of the facts. */
export function checkTickets({ tickets }: KeptFolder, orders: readonly FoldedOrderFacts[]): string[] {
  const stored = new Map(
    tickets.map(({ branch, identity, courseNumber, round, ...times }) => [
      placed({ branch, identity }, `${courseNumber}/${round}`),
      times,
    ]),
  );
  const folded = orders.flatMap((order) =>
    order.folded.tickets.map(({ course, round, startedAt, readyAt, servedAt, measuredMs, marks }) => {
      const times = { startedAt, readyAt, servedAt, measuredMs, marks: JSON.stringify(marks) };
      return [placed(order, `${course.number}/${round}`), times] as const;
    }),
  );
  const differing = folded.filter(([key, times]) => JSON.stringify(stored.get(key)) !== JSON.stringify(times));
  return [
    ...found(differing.length, 'tickets are stored otherwise than the facts fold'),
    ...found(Math.max(0, tickets.length - folded.length), 'tickets are stored that no facts make'),
  ];
}

function checkTaps({ actions }: KeptFolder, { taps }: Ledger): string[] {
  const times = count(actions.map(({ id }) => id));
  const sent = [...taps.values()];
  const lost = sent.filter(({ noteId, answer }) => answer === 'kept' && !times.has(noteId));
  const anyhow = sent.filter(({ noteId, answer }) => answer === 'refused' && times.has(noteId));
  const other = actions.filter(({ id, kind }) => taps.get(id)?.kind !== kind);
  return [
    ...found(lost.length, 'taps that were answered are not stored'),
    ...found(anyhow.length, 'taps that were refused are stored'),
    ...found(other.length, 'taps are stored that nobody sent'),
    ...found(actions.length - times.size, 'taps are stored more than once'),
  ];
}

/** A unique name within an order: two branches may have orders of the same name. */
function placed({ branch, identity }: { branch: number; identity: string }, key: string): string {
  return `${branch} ${identity} ${key}`;
}

function found(times: number, problem: string): string[] {
  return times > 0 ? [`${times} ${problem}`] : [];
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
