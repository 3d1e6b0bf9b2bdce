import os from 'node:os';
import type { Spread } from '../measure/spread';
import { overRounds, ratiosToBaseline } from './compare';
import { MEASURES, type Measure, type Round } from './figures';
import { judge } from './promises';
import { TARGETS } from './servers/target';

export type Report = { isQuick: boolean; seed: number; rounds: readonly Round[] };

/** The figures as Markdown: medians of the rounds with their spread, and ratios to the baseline of the same round. */
export function reportText({ isQuick, seed, rounds }: Report): string {
  const measures = (Object.keys(MEASURES) as Measure[]).filter((measure) => overRounds(rounds, 'baseline', measure));
  return `
Node ${process.version}, ${os.cpus().length} cores, seed ${seed}, ${rounds.length === 1 ? '1 round' : `medians of ${rounds.length} rounds`} (least–most)${isQuick ? '; a quick run, whose figures say little' : ''}.

| | ${TARGETS.join(' | ')} | heatlamp ÷ baseline | group commit ÷ baseline |
|---|--:|--:|--:|--:|--:|
${measures.map((measure) => row(rounds, measure)).join('\n')}

| promise | measured | |
|---|--:|---|
${judge(rounds)
  .map(({ promise, measured, isMet }) => `| ${promise} | ${measured} | ${isMet ? 'met' : 'NOT met'} |`)
  .join('\n')}
`;
}

function row(rounds: readonly Round[], measure: Measure): string {
  const unit = MEASURES[measure];
  const digits = unit === 'ms' ? 2 : 0;
  const figures = TARGETS.map((target) => spreadText(overRounds(rounds, target, measure), digits));
  const ratios = (['heatlamp', 'baseline with group commit'] as const).map((target) =>
    spreadText(ratiosToBaseline(rounds, target, measure), 2),
  );
  return `| ${measure} (${unit}) | ${[...figures, ...ratios].join(' | ')} |`;
}

function spreadText(spread: Spread | null, digits: number): string {
  if (spread === null) return '–';
  const { median, least, most } = spread;
  const text = (value: number) => value.toFixed(digits);
  return least === most ? text(median) : `${text(median)} (${text(least)}–${text(most)})`;
}
