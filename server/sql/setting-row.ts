import { isSettingKey, type SettingRow, type SettingValue } from '../../contract/settings';
import { type Int, int } from './int';

/** A row of SETTING_ROWS. Its value is JSON; null if it was removed. */
export type SettingColumns = {
  key: string;
  branch: Int | null;
  course: Int | null;
  value: string;
};

/** The value of a stored row; null if it was removed or is invalid. */
export function settingValue(stored: string): SettingValue | null {
  const parsed: unknown = JSON.parse(stored);
  return typeof parsed === 'number' || typeof parsed === 'string' ? parsed : null;
}

/** The settings of stored rows. Keys of other versions are ignored. */
export function settingRows(stored: readonly SettingColumns[]): SettingRow[] {
  return stored.flatMap(({ key, branch, course, value }) => {
    const read = settingValue(value);
    if (!isSettingKey(key) || read === null) return [];
    return [{ key, branch: int(branch), course: int(course), value: read }];
  });
}
