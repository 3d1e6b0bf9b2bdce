import * as z from 'zod';
import { MAX_BRANCH_NAME } from './constants';
import { instant, int32, integer, oneOf } from './parts';
import { SETTING_KEYS } from './settings';

// Branches and their settings, as managers see and change them.

const provisionalBranch = z.object({ number: integer, since: instant, lastDeliveryAt: instant.nullable() });
/** F25: a branch for which one order came, and which nobody has taken yet. Instants are server time. */
export type ProvisionalBranch = z.infer<typeof provisionalBranch>;

export const provisionalBranchesShape = z.object({
  branches: z.array(provisionalBranch).describe('The newest, at most 50.'),
  /** How many there are. */
  total: integer,
});
export type ProvisionalBranches = z.infer<typeof provisionalBranchesShape>;

export const branchWishShape = z.strictObject({
  name: z.string().max(MAX_BRANCH_NAME).optional(),
  timeZone: z.string().max(100, 'must be the name of a time zone').optional(),
  cutOff: z.string().max(20, 'must be a time of day').optional(),
  create: z.boolean().default(false),
});
/** What is set of a branch, or changed. With `create`, one that does not exist is made. */
export type BranchWish = z.input<typeof branchWishShape>;

export const branchShape = z.object({
  number: int32,
  name: z.string().nullable(),
  timeZone: z.string(),
  cutOff: z.string(),
  version: integer,
  lastDeliveryAt: instant.nullable(),
});

const key = oneOf(SETTING_KEYS);
const value = z.union([z.string(), z.number()]);
/** Where a value in force comes from, widest first. */
const from = z.enum(['default', 'everywhere', 'branch', 'course']);
export type SettingSource = z.infer<typeof from>;
const place = { branch: int32.nullable(), course: int32.nullable() };

const standing = z.object({
  value,
  from,
  otherwise: z.object({ value, from }).describe('The value that would be in force without one at this place.'),
  differing: z
    .array(z.object({ branch: int32, course: int32.nullable(), value }))
    .describe('Values of narrower places, which override this one.'),
});
/** The value of a setting at a place, and where it comes from. */
export type SettingStanding = z.infer<typeof standing>;

const placedSetting = standing.extend({
  key,
  /** Whether the place may have a value of its own. */
  mayDiffer: z.boolean(),
  newest: integer.nullable().describe('Id of the newest change at this place; send it as `after` with the next one.'),
});
/** A setting at a place. */
export type PlacedSetting = z.infer<typeof placedSetting>;

const settingChange = z.object({
  id: integer,
  key,
  ...place,
  value: value.nullable(),
  before: value.nullable(),
  /** Server time. */
  at: instant,
  by: z.string().nullable().describe('Name of the manager; null for the command line.'),
  /** It was not changed again since. */
  isNewest: z.boolean(),
});
/** One change; `value` and `before` are the place's own values, null for none. */
export type SettingChange = z.infer<typeof settingChange>;

const unit = z.enum(['seconds', 'minutes', 'milliseconds']);

const branchSettings = z.object({
  number: int32,
  name: z.string().nullable(),
  timeZone: z.string(),
  /** `04:00` */
  cutOff: z.string(),
  isUnused: z.boolean().describe('Nothing came for it, so it can be removed if nothing refers to it.'),
  unit: z.object({
    votes: z.object({ seconds: integer, minutes: integer, milliseconds: integer }),
    agreed: unit.nullable(),
    inForce: unit.nullable(),
  }),
});
/** The settings of a branch itself, and which unit its finished courses suggest. */
export type BranchSettings = z.infer<typeof branchSettings>;

export const settingsOfPlaceShape = z.object({
  at: z.object(place),
  settings: z.array(placedSetting),
  changes: z.array(settingChange),
  /** Null for everywhere, or for an unknown branch. */
  branch: branchSettings.nullable(),
});
export type SettingsOfPlace = z.infer<typeof settingsOfPlaceShape>;

export const settingWishShape = z.strictObject({
  key,
  value: z.union([z.string(), z.number(), z.null()], {
    error: ({ input }) => (input === undefined ? 'is missing' : 'must be text, a number or null'),
  }),
  branch: int32.nullish(),
  course: int32.nullish(),
  after: integer.nullish(),
});
/** Sets a value for a place, or removes it if null; only if `after` is still its latest change. */
export type SettingWish = z.infer<typeof settingWishShape>;

export const settingChangedShape = z.object({
  /** The value in force at the place, with the narrowest place that the setting may differ for. */
  setting: z.object({ key, value, ...place }),
  change: integer,
  /** The place's own value now and before; null for none. */
  own: value.nullable(),
  before: value.nullable(),
});
export type SettingChanged = z.infer<typeof settingChangedShape>;
