import type { InstantText } from './live';

/** The unit in which a POS tells its preparation times. */
export type PreparationUnit = 'seconds' | 'minutes' | 'milliseconds';

/** Finished courses that speak for each unit. */
export type UnitVotes = Record<PreparationUnit, number>;

export type SettingValue = number | string;

type Kind =
  | { kind: 'number'; least: number; most: number }
  | { kind: 'off or minutes'; most: number }
  | { kind: 'one of'; options: readonly string[] }
  | { kind: 'services' }
  | { kind: 'opening hours' }
  | { kind: 'header prefix' };

export type SettingDefinition = Kind & {
  default: SettingValue;
  /** The narrowest thing that may have a value of its own. */
  scope: 'everywhere' | 'branch' | 'course';
  about: string;
};

const percent = { kind: 'number', least: 1, most: 1000 } as const;
const minutes = { kind: 'number', least: 0.1, most: 1440 } as const;

/** Every setting (contract, Settings). Times in minutes. */
export const SETTINGS = {
  posTimeUnit: {
    kind: 'one of',
    options: ['auto', 'seconds', 'minutes', 'milliseconds'],
    default: 'auto',
    scope: 'branch',
    about: 'unit of the POS’s preparation times',
  },
  warnPercent: { ...percent, default: 80, scope: 'course', about: 'of the expected time: slow' },
  latePercent: { ...percent, default: 100, scope: 'course', about: 'of the expected time: late' },
  veryLatePercent: { ...percent, default: 150, scope: 'course', about: 'of the expected time: very late' },
  fallbackWarn: {
    ...minutes,
    default: 10,
    scope: 'course',
    about: 'minutes until slow, where no expected time is known',
  },
  fallbackLate: {
    ...minutes,
    default: 15,
    scope: 'course',
    about: 'minutes until late, where no expected time is known',
  },
  fallbackVeryLate: {
    ...minutes,
    default: 25,
    scope: 'course',
    about: 'minutes until very late, where no expected time is known',
  },
  readyWarn: { ...minutes, default: 2, scope: 'course', about: 'minutes on the pass until slow' },
  readyLate: { ...minutes, default: 4, scope: 'course', about: 'minutes on the pass until late' },
  counterPresumed: {
    ...minutes,
    default: 20,
    scope: 'branch',
    about: 'minutes on the counter until a ticket is presumed served',
  },
  readyLeavesWall: {
    kind: 'off or minutes',
    most: 1440,
    default: 'off',
    scope: 'branch',
    about: 'minutes after which a ready card leaves the wall',
  },
  wallTouch: {
    kind: 'one of',
    options: ['hide', 'taken'],
    default: 'hide',
    scope: 'branch',
    about: 'what a touch on a card of a kitchen wall does: hide it there, or say that the food was taken',
  },
  claimHolds: { ...minutes, default: 3, scope: 'branch', about: 'minutes that “I have it” holds' },
  collectedCloses: { ...minutes, default: 10, scope: 'branch', about: 'minutes after which a collected ticket closes' },
  autoCloseHours: {
    kind: 'number',
    least: 0.1,
    most: 48,
    default: 4,
    scope: 'branch',
    about: 'hours without news after which a ticket closes',
  },
  turnOver: {
    ...minutes,
    least: 0,
    default: 45,
    scope: 'branch',
    about: 'minutes that a table stays taken after its last serve',
  },
  services: {
    kind: 'services',
    default: 'lunch 11:00, dinner 16:00',
    scope: 'branch',
    about: 'name and start of each service',
  },
  openingHours: {
    kind: 'opening hours',
    default: 'services',
    scope: 'branch',
    about: 'outside of these hours an empty wall is dimmed and may sleep: 10:00-23:30, always, or as the services say',
  },
  pathSlip: {
    kind: 'one of',
    options: ['on', 'off'],
    default: 'on',
    scope: 'branch',
    about: 'read a start with an actual time as a complete',
  },
  headerPrefix: {
    kind: 'header prefix',
    default: 'any',
    scope: 'everywhere',
    about: 'accept only X-<prefix>-… headers',
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof SETTINGS;

/** The value that a setting has for everything, a branch, or a course of a branch. */
export type SettingRow = { key: SettingKey; branch: number | null; course: number | null; value: SettingValue };

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

/** What a setting is asked or set for: everything, a branch, or a course of a branch. */
export type SettingAt = { branch: number | null; course: number | null };

/** Where a value in force comes from, the widest first. */
export type SettingSource = 'default' | 'everywhere' | 'branch' | 'course';

/** How a setting stands at a place. */
export type SettingStanding = {
  /** In force there. */
  value: SettingValue;
  from: SettingSource;
  /** What would be in force there without the value of its own that it has. */
  otherwise: { value: SettingValue; from: SettingSource };
  /** The values of narrower places, which this one does not reach. */
  differing: { branch: number; course: number | null; value: SettingValue }[];
};

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
