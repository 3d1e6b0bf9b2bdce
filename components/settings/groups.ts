import type { SettingKey } from '../../contract/settings';
import type { LimitsOutOfOrder } from '../../domain/settings';

/** Settings grouped by what they mean to a restaurant, in display order. */
export const GROUPS = {
  late: ['warnPercent', 'latePercent', 'veryLatePercent', 'fallbackWarn', 'fallbackLate', 'fallbackVeryLate'],
  pass: [
    'readyWarn',
    'readyLate',
    'claimHolds',
    'collectedCloses',
    'tablePresumed',
    'followedPresumed',
    'counterPresumed',
    'readyLeavesWall',
    'wallTouch',
  ],
  tables: ['turnOver', 'autoCloseHours'],
  services: ['services', 'openingHours'],
  kiosk: ['kioskPin'],
  pos: ['posTimeUnit', 'pathSlip', 'headerPrefix'],
  privacy: ['nameDays', 'bodyDays'],
} as const satisfies Record<string, readonly SettingKey[]>;

export type GroupName = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

/** Group that shows the warning about limits in the wrong order. */
export const ORDER_OF: Record<LimitsOutOfOrder, GroupName> = { percent: 'late', fallback: 'late', ready: 'pass' };
