import type { Course } from './menu';
import { between, type Random } from './random';

/** A round of a course (epoch ms). `hasMoreRounds`: the course has several rounds. */
export type CourseRound = {
  course: Course;
  round: number;
  hasMoreRounds: boolean;
  startedAt: number;
  readyAt: number;
  servedAt: number;
};

/** A factor on the usual cooking time of a course. */
export type PaceOf = (course: Course) => number;

const slowShare = 0.1;
const forgottenShare = 0.05;

/**
 * The rounds of all courses of a party that is seated at `seatedAt`. Steps that could be taken for a skewed clock
 * (SPEC.md, F5) are at least a minute apart, so that the truth is unambiguous.
 */
export function generateRounds(
  courses: readonly Course[],
  seatedAt: number,
  random: Random,
  paceOf: PaceOf,
): CourseRound[] {
  const rounds: CourseRound[] = [];
  let nextStart = seatedAt + between(random, 60_000, 4 * 60_000);
  for (const course of courses) {
    const first = generateRound(course, 1, nextStart, random, paceOf);
    // The party eats before the next course; further rounds do not delay it.
    nextStart = first.servedAt + between(random, 5 * 60_000, 16 * 60_000);
    let latest = first;
    rounds.push(first);
    while (random() < course.orderedAgain) {
      const startsAt = latest.servedAt + between(random, 4 * 60_000, 20 * 60_000);
      latest = generateRound(course, latest.round + 1, startsAt, random, paceOf);
      rounds.push(latest);
    }
    for (const round of rounds) if (round.course === course) round.hasMoreRounds = latest.round > 1;
  }
  return rounds;
}

/** When the last round was served. */
export function lastInstant(rounds: readonly CourseRound[]): number {
  return Math.max(...rounds.map((round) => round.servedAt));
}

function generateRound(course: Course, round: number, startedAt: number, random: Random, paceOf: PaceOf): CourseRound {
  const pace = 0.7 + random() * 0.5 + (random() < slowShare ? 0.3 + random() * 0.7 : 0);
  const readyAt = startedAt + Math.round(course.expectedSeconds * 1000 * pace * paceOf(course));
  const forgotten = random() < forgottenShare ? between(random, 3 * 60_000, 6 * 60_000) : 0;
  const servedAt = readyAt + between(random, 20_000, 150_000) + forgotten;
  return { course, round, hasMoreRounds: false, startedAt, readyAt, servedAt };
}
