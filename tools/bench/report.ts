import { machineText, spreadText, table, verdictTable } from '../harness/report';
import { TARGETS } from '../harness/servers/target';
import { overRounds, ratiosToBaseline } from './compare';
import { MEASURES, type Measure, type Round } from './figures';
import { verdictsOf } from './promises';

export type Report = { isQuick: boolean; seed: number; database: 'sqlite' | 'postgresql'; rounds: readonly Round[] };

/** The figures as Markdown: medians of the rounds with their spread, and ratios to the baseline of the same round. */
export function reportText({ isQuick, seed, database, rounds }: Report): string {
  const measures = (Object.keys(MEASURES) as Measure[]).filter((measure) => overRounds(rounds, 'baseline', measure));
  const titles = ['', ...TARGETS, 'heatlamp ÷ baseline', 'group commit ÷ baseline'];
  return `
${rounds.length === 1 ? '1 round' : `Medians of ${rounds.length} rounds`} (min–max), seed ${seed}${database === 'postgresql' ? ', Heatlamp on PostgreSQL' : ''}. ${machineText(isQuick)}.

${table(
  titles,
  measures.map((measure) => rowOf(rounds, measure)),
)}

${verdictTable(verdictsOf(rounds, database))}
`;
}

function rowOf(rounds: readonly Round[], measure: Measure): string[] {
  const unit = MEASURES[measure];
  const digits = unit === 'ms' ? 2 : 0;
  const figures = TARGETS.map((target) => spreadText(overRounds(rounds, target, measure), digits));
  const ratios = (['heatlamp', 'baseline with group commit'] as const).map((target) =>
    spreadText(ratiosToBaseline(rounds, target, measure), 2),
  );
  return [`${measure} (${unit})`, ...figures, ...ratios];
}
