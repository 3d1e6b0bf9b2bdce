import { countFigures, differences } from './differences';
import type { BranchRules, ExportedCourse } from './exported-course';
import { testFilters } from './filters';
import { classify, type Figures, GROUPINGS, recomputeSummary, visitDurations } from './recompute';
import {
  durationsOf,
  recomputeDataQuality,
  recomputeDistribution,
  recomputeHeat,
  recomputePosDifference,
  recomputeTargets,
} from './recompute-queries';

/** Where the reported figures come from. Queries have the parameters of the API. */
export type Source = {
  summary: (query: Record<string, string>) => Promise<{ groups: readonly { key: string }[] }>;
  /** The other queries of the pages, for all courses of a branch; null if only the API is available. */
  pages: ((branch: string) => PageFigures) | null;
};

const MEASURES = ['preparation', 'passWait', 'gap', 'visit'] as const;
export type PageFigures = {
  distribution: (measure: (typeof MEASURES)[number]) => Promise<{ bucketSeconds: number }>;
  heat: () => Promise<unknown>;
  targets: () => Promise<readonly { key: string; label: string; abbreviation: string | null }[]>;
  dataQuality: () => Promise<{ unitUnknown: unknown }>;
  posDifferenceOf: () => Promise<unknown>;
};

export type CheckResult = { figures: number; differences: string[] };

/**
 * Compares all figures of a branch with the recomputed ones.
 * @param now server time, epoch ms
 */
export async function checkBranch(
  exported: readonly ExportedCourse[],
  rules: BranchRules,
  source: Source,
  now: number,
): Promise<CheckResult> {
  const branch = exported[0]?.branch ?? '';
  const courses = classify(exported);
  const visits = visitDurations(exported);
  const result: CheckResult = { figures: 0, differences: [] };
  const compare = (reported: unknown, recomputed: unknown, where: string) => {
    result.figures += countFigures(recomputed);
    result.differences.push(...differences(reported, recomputed, `branch ${branch}, ${where}`));
  };
  const unmarked = courses.filter(({ reason, marks }) => reason === 'bulk' && !marks.includes('bulk')).length;
  compare(unmarked, 0, 'bulk courses without the mark');

  for (const { query, selects } of testFilters(exported, rules, now)) {
    const selected = courses.filter(selects);
    for (const groupBy of GROUPINGS) {
      const { groups } = await source.summary({ branch, groupBy, ...query });
      const where = `summary ${new URLSearchParams({ groupBy, ...query })}`;
      compare(byKey(groups), recomputeSummary(selected, visits, groupBy, rules), where);
    }
  }
  if (!source.pages) return result;
  const pages = source.pages(branch);
  for (const measure of MEASURES) {
    const reported = await pages.distribution(measure);
    compare(
      reported,
      recomputeDistribution(durationsOf(courses, visits, measure), reported.bucketSeconds),
      `distribution of ${measure}`,
    );
  }
  compare(await pages.heat(), recomputeHeat(courses, rules), 'heat');
  compare(byKey(await pages.targets()), recomputeTargets(courses, rules), 'targets');
  const { unitUnknown: _, ...dataQuality } = await pages.dataQuality();
  compare(dataQuality, recomputeDataQuality(courses), 'dataQuality');
  compare(await pages.posDifferenceOf(), recomputePosDifference(courses), 'posDifferenceOf');
  return result;
}

/** Groups by key, without labels, which are not compared. */
function byKey(groups: readonly { key: string }[]): Figures {
  return Object.fromEntries(
    groups.map((group) => {
      const { key, label: _, abbreviation: __, ...figures } = group as { key: string } & Record<string, unknown>;
      return [key, figures];
    }),
  );
}
