import { isSettingKey, type SettingRow } from '../../domain/settings';

/** A row of SETTINGS; its value is JSON, null where it was taken back. */
export type SettingColumns = {
  key: string;
  branch: number | bigint | null;
  course: number | bigint | null;
  value: string;
};

/** The settings of stored rows; keys of another version of the program are left alone. */
export function settingRows(stored: readonly SettingColumns[]): SettingRow[] {
  return stored.flatMap(({ key, branch, course, value }) => {
    const parsed: unknown = JSON.parse(value);
    if (!isSettingKey(key) || (typeof parsed !== 'number' && typeof parsed !== 'string')) return [];
    return [
      {
        key,
        branch: branch === null ? null : Number(branch),
        course: course === null ? null : Number(course),
        value: parsed,
      },
    ];
  });
}
