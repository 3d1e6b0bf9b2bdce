import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { spreadOf } from '../harness/spread';
import { CACHE, cachedHistory } from '../load-history/cached-history';
import { type Found, figuresOf, verdictsOf } from './findings';
import { LiveEvening } from './live-evening';
import { type Report, reportText } from './report';
import { makeSubject, type Subject } from './subject';
import { type Scale, visit } from './visit';

type Plan = Scale & { sizes: number[]; starts: number; rounds: number };
const FULL: Plan = { sizes: [1_000, 100_000, 1_000_000], starts: 5, rounds: 9, deliveries: 150, looks: 40, pages: 6 };
const QUICK: Plan = { sizes: [1_000, 20_000], starts: 3, rounds: 3, deliveries: 60, looks: 20, pages: 4 };
/** The same restaurants with a longer history, not busier ones. */
const HISTORY = { years: null, branches: 4, seed: 1 };
const LONGEST_RUN_MS = 60 * 60_000;

/** What a delivery, a board, a page of history and a start cost with few stored courses and with many. */
async function main(): Promise<void> {
  const { json, quick, fresh } = new Command('bench:growth')
    .description(
      `Measures the same evening on histories of different length, on this machine only. The loaded histories stay in ${CACHE} (some 4 GB; a million courses take ten minutes to load) and are copied for each run; a change of the models, the loader or the rules loads them anew. Remove the folder to have the room back.`,
    )
    .option('--json <file>', 'also write the figures there')
    .option('--quick', '1,000 and 20,000 courses only; a short run that shows whether it works')
    .option('--fresh', 'load the histories anew')
    .parse()
    .opts<{ json?: string; quick?: true; fresh?: true }>();
  // A bench that hangs must end by itself.
  setTimeout(() => {
    process.stderr.write('This took too long and was ended.\n');
    process.exit(1);
  }, LONGEST_RUN_MS).unref();

  const plan = quick ? QUICK : FULL;
  // Created files contain names of guests, like a data folder.
  process.umask(0o077);
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-growth-'));
  // Removed however the run ends, because it holds gigabytes.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const subjects: Subject[] = [];
  try {
    for (const size of plan.sizes)
      subjects.push(await makeSubject(await cachedHistory({ ...HISTORY, courses: size }, fresh === true), folder));
    const found = await measure(subjects, plan);
    const openCourses = new LiveEvening(HISTORY.branches).open;
    const report: Report = { isQuick: quick === true, rounds: plan.rounds, openCourses, found };
    process.stdout.write(reportText(report));
    const figures = figuresOf(found);
    if (json)
      await writeFile(json, `${JSON.stringify({ ...report, figures, verdicts: verdictsOf(figures) }, null, 2)}\n`);
  } finally {
    for (const subject of subjects) await subject.stop();
  }
}

/** In turn and then backwards, so that a slow phase of the machine affects all of them. */
async function measure(subjects: readonly Subject[], plan: Plan): Promise<Found[]> {
  const found = new Map<Subject, Found>(
    subjects.map((subject) => [
      subject,
      {
        courses: subject.courses,
        databaseBytes: subject.databaseBytes,
        idleBytes: 0,
        residentBytes: 0,
        startsMs: [],
        visits: [],
      },
    ]),
  );
  for (const [subject, { startsMs }] of inTurn(found, plan.starts)) {
    startsMs.push(await subject.start());
    say(`${subject.courses} courses: started in ${Math.round(startsMs.at(-1) ?? 0)} ms`);
  }
  for (const [subject, of] of found) {
    of.idleBytes = subject.residentBytes();
    await subject.open();
    // Not counted: the first answers of a server are its slowest, whatever is stored.
    await visit(subject, plan);
  }
  for (const [subject, { visits }] of inTurn(found, plan.rounds)) {
    visits.push(await visit(subject, plan));
    const p50 = spreadOf(visits.map(({ acknowledged }) => acknowledged.p50)).median;
    say(`${subject.courses} courses, round ${visits.length}: acknowledged in ${p50.toFixed(1)} ms`);
  }
  for (const [subject, of] of found) of.residentBytes = subject.residentBytes();
  return [...found.values()];
}

function* inTurn(found: ReadonlyMap<Subject, Found>, rounds: number): Generator<[Subject, Found]> {
  for (let round = 0; round < rounds; round += 1) yield* round % 2 === 0 ? found : [...found].toReversed();
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

await main();
process.exit(0);
