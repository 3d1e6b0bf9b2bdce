import type { SettingRow } from '../../contract/settings';
import { settingRows } from '../sql/branches';
import type { Sql } from '../storage/database';

/** The newest value of each key and place. */
export async function loadSettings({ setting }: Pick<Sql, 'setting'>): Promise<SettingRow[]> {
  return settingRows(await setting.findMany({ distinct: ['key', 'branch', 'course'], orderBy: { id: 'desc' } }));
}
