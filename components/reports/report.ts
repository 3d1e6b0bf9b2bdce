import type { CourseTarget, Distribution, GroupFigures, HeatCell, PosAgainstUs, Trust } from '../../contract/reports';
import type { Asked } from '../office/asked';
import type { Compared } from './compared';
import type { Line } from './line-points';
import type { ReportChoices } from './report-choices';

/** Figures of the days asked for, and of what they are compared with. */
export type Pair<Figures> = { now: Figures; before: Figures | null };

/** All that a page of reports shows. */
export type Report = {
  asked: Asked;
  chosen: ReportChoices;
  compared: Compared | null;
  total: Pair<GroupFigures | null>;
  /** The preparation course by course, whatever the groups are. */
  courses: Pair<readonly GroupFigures[]>;
  groups: Pair<readonly GroupFigures[]>;
  line: Line;
  spread: Distribution;
  heat: readonly HeatCell[];
  targets: readonly CourseTarget[];
  trust: Trust;
  pos: PosAgainstUs;
  /** Branches whose POS has not told yet in which unit its times are. */
  unitUnknown: readonly number[];
};
