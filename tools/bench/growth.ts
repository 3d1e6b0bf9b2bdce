import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { LiveEvening } from '../harness/load-bodies';
import { log, spreadOf } from '../harness/report';
import { CACHE, cachedHistory } from '../load-history/cached-history';
import { type Measurements, reportText } from './growth-report';
import { makeSubject, measureRequests, type RequestCounts, type Subject } from './growth-subject';

type Plan = RequestCounts & { sizes: number[]; starts: number; rounds: number };
const FULL: Plan = { sizes: [1_000, 100_000, 1_000_000], starts: 5, rounds: 9, deliveries: 150, boards: 40, pages: 6 };
const QUICK: Plan = { sizes: [1_000, 20_000], starts: 3, rounds: 3, deliveries: 60, boards: 20, pages: 4 };
/** Longer histories have more days, not busier ones. */
const HISTORY = { years: null, branches: 4, seed: 1 };

export const growth = new Command('growth')
  .description(
    `Measures the same evening on histories of different length. The loaded histories stay in ${CACHE} (some 4 GB; a million courses take ten minutes to load) and are copied for each run; a change of the models, the loader or the rules reloads them. Remove the folder to free the space.`,
  )
  .option('--quick', 'only 1,000 and 20,000 courses; a short run to test the bench')
  .action(async ({ quick }: { quick?: true }) => {
    const plan = quick ? QUICK : FULL;
    // Created files contain names of guests, like a data folder.
    process.umask(0o077);
    const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-growth-'));
    // Always removed, because it contains gigabytes.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const subjects: Subject[] = [];
    try {
      for (const size of plan.sizes)
        subjects.push(await makeSubject(await cachedHistory({ ...HISTORY, courses: size }), folder));
      const measurements = await measure(subjects, plan);
      const openCourses = new LiveEvening(HISTORY.branches).open;
      process.stdout.write(reportText({ isQuick: quick === true, rounds: plan.rounds, openCourses, measurements }));
    } finally {
      for (const subject of subjects) await subject.stop();
    }
  });

/** Measures all servers in turn, so that a slow phase of the machine affects all of them. */
async function measure(subjects: readonly Subject[], plan: Plan): Promise<Measurements[]> {
  const measurements = new Map<Subject, Measurements>(
    subjects.map((subject) => [
      subject,
      {
        courses: subject.courses,
        databaseBytes: subject.databaseBytes,
        idleBytes: 0,
        residentBytes: 0,
        startTimesMs: [],
        requestFigures: [],
      },
    ]),
  );
  for (const [subject, { startTimesMs }] of alternating(measurements, plan.starts)) {
    startTimesMs.push(await subject.start());
    log(`${subject.courses} courses: started in ${Math.round(startTimesMs.at(-1) ?? 0)} ms`);
  }
  for (const [subject, measured] of measurements) {
    measured.idleBytes = subject.residentBytes();
    await subject.fillTables();
    // Warm-up, not counted.
    await measureRequests(subject, plan);
  }
  for (const [subject, { requestFigures }] of alternating(measurements, plan.rounds)) {
    requestFigures.push(await measureRequests(subject, plan));
    const p50 = spreadOf(requestFigures.map(({ acknowledged }) => acknowledged.p50)).median;
    log(`${subject.courses} courses, round ${requestFigures.length}: acknowledged in ${p50.toFixed(1)} ms`);
  }
  for (const [subject, measured] of measurements) measured.residentBytes = subject.residentBytes();
  return [...measurements.values()];
}

function* alternating(
  measurements: ReadonlyMap<Subject, Measurements>,
  rounds: number,
): Generator<[Subject, Measurements]> {
  for (let round = 0; round < rounds; round += 1)
    yield* round % 2 === 0 ? measurements : [...measurements].toReversed();
}
