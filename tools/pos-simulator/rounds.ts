import type { Course } from './menu';
import { between, type Random } from './random';

/**
 * One course on its way from the stove to the table, as it really went (epoch ms). `again`: the course has more rounds.
 */
export type CourseRound = {
  course: Course;
  round: number;
  again: boolean;
  startedAt: number;
  readyAt: number;
  servedAt: number;
};

const slowShare = 0.1;
const forgottenShare = 0.05;

/**
 * The courses of one party that sits down at `sitsAt`, each with its rounds. Everything is at least a minute apart that
 * could be taken for a skewed clock (SPEC.md, F5), so there is one right reading of it.
 */
export function playCourses(courses: readonly Course[], sitsAt: number, random: Random): CourseRound[] {
  const rounds: CourseRound[] = [];
  let nextStart = sitsAt + between(random, 60_000, 4 * 60_000);
  for (const course of courses) {
    const first = playRound(course, 1, nextStart, random);
    // A party eats before it gets the next course; more drinks meanwhile hold nothing up.
    nextStart = first.servedAt + between(random, 5 * 60_000, 16 * 60_000);
    let latest = first;
    rounds.push(first);
    while (random() < course.orderedAgain) {
      const startsAt = latest.servedAt + between(random, 4 * 60_000, 20 * 60_000);
      latest = playRound(course, latest.round + 1, startsAt, random);
      rounds.push(latest);
    }
    for (const round of rounds) if (round.course === course) round.again = latest.round > 1;
  }
  return rounds;
}

/** When the last of these was served. */
export function lastInstant(rounds: readonly CourseRound[]): number {
  return Math.max(...rounds.map((round) => round.servedAt));
}

function playRound(course: Course, round: number, startedAt: number, random: Random): CourseRound {
  const pace = 0.7 + random() * 0.5 + (random() < slowShare ? 0.3 + random() * 0.7 : 0);
  const readyAt = startedAt + Math.round(course.expectedSeconds * 1000 * pace);
  const forgotten = random() < forgottenShare ? between(random, 3 * 60_000, 6 * 60_000) : 0;
  const servedAt = readyAt + between(random, 20_000, 150_000) + forgotten;
  return { course, round, again: false, startedAt, readyAt, servedAt };
}
