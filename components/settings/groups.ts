import type { SettingKey } from '../../contract/settings';
import type { LimitsOutOfOrder } from '../../domain/setting-standing';

/** The settings by what they mean to a restaurant, in the order in which they are shown. */
export const GROUPS = {
  late: ['warnPercent', 'latePercent', 'veryLatePercent', 'fallbackWarn', 'fallbackLate', 'fallbackVeryLate'],
  pass: ['readyWarn', 'readyLate', 'claimHolds', 'collectedCloses', 'counterPresumed', 'readyLeavesWall', 'wallTouch'],
  tables: ['turnOver', 'autoCloseHours'],
  services: ['services', 'openingHours'],
  pos: ['posTimeUnit', 'pathSlip', 'headerPrefix'],
} as const satisfies Record<string, readonly SettingKey[]>;

export type GroupName = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

/** Under which group it is told that limits do not follow each other. */
export const ORDER_OF: Record<LimitsOutOfOrder, GroupName> = { percent: 'late', fallback: 'late', ready: 'pass' };
