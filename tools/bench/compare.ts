import type { Target } from '../harness/servers/target';
import { type Spread, spreadOf } from '../harness/spread';
import type { Measure, Round } from './figures';

/** A measure over all rounds; null if it was not measured. */
export function overRounds(rounds: readonly Round[], target: Target, measure: Measure): Spread | null {
  return spread(rounds.map((round) => round[target][measure]));
}

/** A server's figure divided by the baseline's of the same round, which cancels slow rounds. */
export function ratiosToBaseline(rounds: readonly Round[], target: Target, measure: Measure): Spread | null {
  return spread(paired(rounds, target, measure).map((pair) => pair && pair.figure / pair.baseline));
}

/** How much a server's figure is above the baseline's of the same round, in the unit of the measure. */
export function aboveBaseline(rounds: readonly Round[], target: Target, measure: Measure): Spread | null {
  return spread(paired(rounds, target, measure).map((pair) => pair && pair.figure - pair.baseline));
}

function paired(rounds: readonly Round[], target: Target, measure: Measure) {
  return rounds.map((round) => {
    const figure = round[target][measure];
    const baseline = round.baseline[measure];
    return figure === undefined || baseline === undefined ? undefined : { figure, baseline };
  });
}

function spread(values: readonly (number | undefined)[]): Spread | null {
  const measured = values.filter((value) => value !== undefined);
  return measured.length === 0 ? null : spreadOf(measured);
}
