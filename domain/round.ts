import type { Fact, Instant } from './fact';

/** F5: the largest tolerated difference between the clocks of two devices. */
const CLOCK_TOLERANCE_MS = 60_000;

type Common = {
  /** Starts at 1 and increases each time the order has this course again. */
  round: number;
  /** F5: a step has the time of a clock that disagrees, so durations are not measured. */
  clock: boolean;
  completedAgain: boolean;
};

/** One round of one course of an order. Each stage has only the times that are possible in it. */
export type Round = Common &
  (
    | { stage: 'cooking'; startedAt: Instant }
    | { stage: 'ready'; startedAt: Instant | null; readyAt: Instant }
    | { stage: 'served'; startedAt: Instant | null; readyAt: Instant | null; servedAt: Instant }
  );

/** The rounds after a fact, and the number of the round that the fact belongs to. */
type Evolved = { rounds: readonly Round[]; round: number };

/**
 * F3 to F5: applies one fact of a course. Facts must come in the order of F1; a fact that does not fit has no effect.
 */
export function evolve(rounds: readonly Round[], fact: Fact): Evolved {
  switch (fact.type) {
    case 'CourseStarted':
      return started(rounds, fact.at);
    case 'CourseCompleted':
      return completed(rounds, fact.at);
    case 'CourseServed':
      return served(rounds, fact.at);
  }
}

function started(rounds: readonly Round[], at: Instant): Evolved {
  const last = rounds.at(-1);
  if (last?.stage === 'cooking') return unchanged(rounds, last);
  if (last && last.startedAt === null && at - nextStepAfterStart(last) <= CLOCK_TOLERANCE_MS) {
    return replaced(rounds, { ...last, startedAt: at, clock: true });
  }
  return opened(rounds, { stage: 'cooking', startedAt: at });
}

function completed(rounds: readonly Round[], at: Instant): Evolved {
  const last = rounds.at(-1);
  switch (last?.stage) {
    case 'cooking':
      return replaced(rounds, { ...last, stage: 'ready', readyAt: at });
    case 'ready':
      return replaced(rounds, { ...last, readyAt: at, completedAgain: true });
    case 'served':
      if (last.readyAt === null && at - last.servedAt <= CLOCK_TOLERANCE_MS) {
        return replaced(rounds, { ...last, readyAt: at, clock: true });
      }
  }
  return opened(rounds, { stage: 'ready', startedAt: null, readyAt: at });
}

function served(rounds: readonly Round[], at: Instant): Evolved {
  const last = rounds.at(-1);
  if (!last) return opened(rounds, { stage: 'served', startedAt: null, readyAt: null, servedAt: at });
  const open = rounds.find((round) => round.stage === 'ready') ?? rounds.findLast((round) => round.stage === 'cooking');
  if (!open) return unchanged(rounds, last);
  return replaced(rounds, {
    ...open,
    stage: 'served',
    readyAt: open.stage === 'ready' ? open.readyAt : null,
    servedAt: at,
  });
}

/** The instant of the step that should have followed the missing start. */
function nextStepAfterStart(round: Exclude<Round, { stage: 'cooking' }>): Instant {
  return round.stage === 'ready' ? round.readyAt : (round.readyAt ?? round.servedAt);
}

function unchanged(rounds: readonly Round[], of: Round): Evolved {
  return { rounds, round: of.round };
}

function replaced(rounds: readonly Round[], by: Round): Evolved {
  return { rounds: rounds.map((round) => (round.round === by.round ? by : round)), round: by.round };
}

type Opening =
  | { stage: 'cooking'; startedAt: Instant }
  | { stage: 'ready'; startedAt: null; readyAt: Instant }
  | { stage: 'served'; startedAt: null; readyAt: null; servedAt: Instant };

function opened(rounds: readonly Round[], opening: Opening): Evolved {
  const round = rounds.length + 1;
  return { rounds: [...rounds, { round, clock: false, completedAgain: false, ...opening }], round };
}
