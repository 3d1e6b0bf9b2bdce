import type { SettingKey } from '../../contract/settings';

/** What a setting's number counts; null where it is no number. */
export function unitOf(key: SettingKey): 'percent' | 'minutes' | 'hours' | null {
  switch (key) {
    case 'warnPercent':
    case 'latePercent':
    case 'veryLatePercent':
      return 'percent';
    case 'autoCloseHours':
      return 'hours';
    case 'posTimeUnit':
    case 'pathSlip':
    case 'wallTouch':
    case 'openingHours':
    case 'services':
    case 'headerPrefix':
      return null;
    default:
      return 'minutes';
  }
}
