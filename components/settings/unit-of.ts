import type { SettingKey } from '../../contract/settings';

/** Unit of a setting's number; null if it is not a number. */
export function unitOf(key: SettingKey): 'percent' | 'minutes' | 'hours' | 'days' | null {
  switch (key) {
    case 'warnPercent':
    case 'latePercent':
    case 'veryLatePercent':
      return 'percent';
    case 'autoCloseHours':
      return 'hours';
    case 'nameDays':
    case 'bodyDays':
      return 'days';
    case 'posTimeUnit':
    case 'pathSlip':
    case 'wallTouch':
    case 'openingHours':
    case 'services':
    case 'headerPrefix':
    case 'kioskPin':
      return null;
    default:
      return 'minutes';
  }
}
