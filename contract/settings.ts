/** The unit of a POS's preparation times. */
export type PreparationUnit = 'seconds' | 'minutes' | 'milliseconds';

/** How many finished courses suggest each unit. */
export type UnitVotes = Record<PreparationUnit, number>;

export type SettingValue = number | string;

type Kind =
  | { kind: 'number'; unit: 'percent' | 'minutes' | 'hours'; least: number; most: number }
  | { kind: 'off or minutes'; most: number }
  | { kind: 'off or days'; most: number }
  | { kind: 'one of'; options: readonly string[] }
  | { kind: 'services' }
  | { kind: 'opening hours' }
  | { kind: 'header prefix' }
  | { kind: 'pin' };

export type SettingDefinition = Kind & {
  default: SettingValue;
  /** The narrowest place that may have a value of its own. */
  scope: 'everywhere' | 'branch' | 'course';
  about: string;
};

const percent = { kind: 'number', unit: 'percent', least: 1, most: 1000 } as const;
const days = { kind: 'off or days', most: 3650 } as const;
const minutes = { kind: 'number', unit: 'minutes', least: 0.1, most: 1440 } as const;

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
  tablePresumed: {
    ...minutes,
    default: 15,
    scope: 'branch',
    about: 'minutes on the pass until a table’s course is presumed served',
  },
  followedPresumed: {
    ...minutes,
    default: 10,
    scope: 'branch',
    about: 'the same, once another course of its order was started or became ready after it',
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
    options: ['hide', 'collect'],
    default: 'hide',
    scope: 'branch',
    about: 'what a touch on a card of a kitchen wall does: hide it there, or say that the food was taken',
  },
  claimHolds: { ...minutes, default: 3, scope: 'branch', about: 'minutes that “I have it” holds' },
  collectedCloses: { ...minutes, default: 10, scope: 'branch', about: 'minutes after which a collected ticket closes' },
  autoCloseHours: {
    kind: 'number',
    unit: 'hours',
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
  kioskPin: {
    kind: 'pin',
    default: 'off',
    scope: 'branch',
    about: 'PIN of 4 to 8 digits to leave a screen that is opened as a kiosk',
  },
  pathSlip: {
    kind: 'one of',
    options: ['on', 'off'],
    default: 'on',
    scope: 'branch',
    about: 'read a start with an actual time as a complete',
  },
  nameDays: {
    ...days,
    default: 'off',
    scope: 'everywhere',
    about: 'days after which names of guests are erased',
  },
  bodyDays: {
    ...days,
    default: 'off',
    scope: 'everywhere',
    about: 'days after which bodies of deliveries are erased, with the names at the latest',
  },
  headerPrefix: {
    kind: 'header prefix',
    default: 'any',
    scope: 'everywhere',
    about: 'accept only X-<prefix>-… headers',
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as [SettingKey, ...SettingKey[]];

/** The value that a setting has for everything, a branch, or a course of a branch. */
export type SettingRow = { key: SettingKey; branch: number | null; course: number | null; value: SettingValue };

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

/** Where a setting holds: everywhere, in a branch, or for a course of a branch. */
export type SettingAt = { branch: number | null; course: number | null };
