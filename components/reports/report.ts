import type {
  CourseTarget,
  DataQuality,
  Distribution,
  GroupFigures,
  HeatCell,
  PosDifference,
  ServesReport,
} from '../../contract/reports';
import type { PageQuery } from '../manager/page-query';
import type { Compared } from './compared';
import type { Line } from './line-points';
import type { ReportChoices } from './report-choices';

/** Figures of the period, and of the comparison. */
export type Pair<Figures> = { now: Figures; before: Figures | null };

/** Data of a report page. */
export type Report = {
  pageQuery: PageQuery;
  chosen: ReportChoices;
  compared: Compared | null;
  total: Pair<GroupFigures | null>;
  /** Preparation by course, whatever the grouping. */
  courses: Pair<readonly GroupFigures[]>;
  groups: Pair<readonly GroupFigures[]>;
  line: Line;
  spread: Distribution;
  heat: readonly HeatCell[];
  targets: readonly CourseTarget[];
  quality: DataQuality;
  pos: PosDifference;
  serves: ServesReport;
};
