import type { Grouping } from '../reports/groups';
import type { ReportFilter } from '../reports/report-filter';
import { summarize } from '../reports/summary';
import type { Source } from '../sql/statements';
import { csvText } from './csv-text';
import { SUMMARY_COLUMNS, summaryCells } from './summary-cells';

export type SummaryTable = { filter: ReportFilter; groupBy: Grouping; timeZone: string };

/** The figures of all courses, then those of each group, as CSV with a header. */
export async function summaryCsv(source: Source, { filter, groupBy, timeZone }: SummaryTable): Promise<Uint8Array> {
  const rows = [];
  for (const grouping of new Set<Grouping>(['none', groupBy])) {
    const { groups } = await summarize(source, { ...filter, groupBy: grouping });
    const scope = { groupBy: grouping, from: filter.from, to: filter.to, timeZone };
    rows.push(...groups.map((group) => summaryCells(group, scope)));
  }
  return csvText([SUMMARY_COLUMNS, ...rows]);
}
