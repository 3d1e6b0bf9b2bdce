import { differences, figuresIn } from './differences';
import type { BranchRules, ExportedCourse } from './exported-course';
import { wishesFor } from './filters';
import { type Figures, GROUPINGS, judge, summaryOf, visitsOf } from './recompute';
import {
  recomputeDataQuality,
  recomputeDistribution,
  recomputeHeat,
  recomputePosDifference,
  recomputeTargets,
  timesOf,
} from './recompute-queries';

/** The source of the figures under test. Queries have the parameters of the API. */
export type Source = {
  summary: (query: Record<string, string>) => Promise<{ groups: readonly { key: string }[] }>;
  /** Further queries of pages, of all courses of a branch; null if only the API is available. */
  pages: ((branch: string) => PageFigures) | null;
};

export const MEASURES = ['preparation', 'passWait', 'gap', 'visit'] as const;
export type PageFigures = {
  distribution: (of: (typeof MEASURES)[number]) => Promise<{ bucketSeconds: number }>;
  heat: () => Promise<unknown>;
  targets: () => Promise<readonly { key: string; label: string; abbreviation: string | null }[]>;
  dataQuality: () => Promise<{ unitUnknown: unknown }>;
  posDifferenceOf: () => Promise<unknown>;
};

export type Checked = { figures: number; differences: string[] };

/** Compares all figures of a branch with the recomputed ones. `now` is the branch's now. */
export async function checkBranch(
  exported: readonly ExportedCourse[],
  house: BranchRules,
  source: Source,
  now: number,
): Promise<Checked> {
  const branch = exported[0]?.branch ?? '';
  const courses = judge(exported);
  const visits = visitsOf(exported);
  const checked: Checked = { figures: 0, differences: [] };
  const hold = (found: unknown, again: unknown, where: string) => {
    checked.figures += figuresIn(again);
    checked.differences.push(...differences(found, again, `branch ${branch}, ${where}`));
  };
  const marked = courses.filter(({ reason, marks }) => reason === 'bulk' && !marks.includes('bulk')).length;
  hold(marked, 0, 'courses in bulk without the mark');

  for (const { query, isMeant } of wishesFor(exported, house, now)) {
    const meant = courses.filter(isMeant);
    for (const groupBy of GROUPINGS) {
      const { groups } = await source.summary({ branch, groupBy, ...query });
      const where = `summary ${new URLSearchParams({ groupBy, ...query })}`;
      hold(byKey(groups), summaryOf(meant, visits, groupBy, house), where);
    }
  }
  if (!source.pages) return checked;
  const pages = source.pages(branch);
  for (const of of MEASURES) {
    const found = await pages.distribution(of);
    hold(found, recomputeDistribution(timesOf(courses, visits, of), found.bucketSeconds), `distribution of ${of}`);
  }
  hold(await pages.heat(), recomputeHeat(courses, house), 'heat');
  hold(byKey(await pages.targets()), recomputeTargets(courses, house), 'targets');
  const { unitUnknown: _, ...dataQuality } = await pages.dataQuality();
  hold(dataQuality, recomputeDataQuality(courses), 'dataQuality');
  hold(await pages.posDifferenceOf(), recomputePosDifference(courses), 'the POS beside us');
  return checked;
}

/** Labels are not figures. */
function byKey(groups: readonly { key: string }[]): Figures {
  return Object.fromEntries(
    groups.map((group) => {
      const { key, label: _, abbreviation: __, ...figures } = group as { key: string } & Record<string, unknown>;
      return [key, figures];
    }),
  );
}
