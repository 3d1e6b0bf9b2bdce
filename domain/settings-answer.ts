import type { InstantText } from './live-contract';
import type { PreparationUnit, UnitVotes } from './preparation-unit';
import type { SettingAt, SettingStanding } from './setting-standing';
import type { SettingKey, SettingValue } from './settings';

/** A setting as it stands at the place. */
export type PlacedSetting = SettingStanding & {
  key: SettingKey;
  /** Whether the place may have a value of its own. */
  mayDiffer: boolean;
  /** The newest change of it at this place: who sets it anew names it. Null where there was none. */
  newest: number | null;
};

/** One change; `value` and `before` are what its place itself said, null for nothing. */
export type SettingChange = {
  id: number;
  key: SettingKey;
  branch: number | null;
  course: number | null;
  value: SettingValue | null;
  before: SettingValue | null;
  /** Server time. */
  at: InstantText;
  /** A manager's name; null where the command line did it. */
  by: string | null;
  /** Nobody has changed it since. */
  isNewest: boolean;
};

/** What of a branch itself is set, and what its finished courses say of its POS's unit. */
export type BranchSettings = {
  number: number;
  name: string | null;
  timeZone: string;
  /** `04:00` */
  cutOff: string;
  unit: { votes: UnitVotes; agreed: PreparationUnit | null; inForce: PreparationUnit | null };
};

/** What GET /api/v1/settings answers. */
export type SettingsOfPlace = {
  at: SettingAt;
  settings: PlacedSetting[];
  changes: SettingChange[];
  /** Null where the place is everywhere, or a branch that there is not. */
  branch: BranchSettings | null;
};

/** What POST /api/v1/settings answers. */
export type SettingChanged = {
  /** What holds at the place now, said of the narrowest thing that the setting may differ for. */
  setting: { key: SettingKey; value: SettingValue; branch: number | null; course: number | null };
  change: number;
  /** What the place itself says now, and said before; null for nothing. */
  own: SettingValue | null;
  before: SettingValue | null;
};
