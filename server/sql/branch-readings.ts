import type { SettingRow } from '../../contract/settings';
import { agreedUnit } from '../../domain/preparation-unit';
import { readServices, type ServiceSpan, serviceSpans } from '../../domain/services';
import { limitsFor, settingFor, settledUnit } from '../../domain/settings';
import type { Reading } from '../../domain/ticket';
import { type BranchRow, branchOfRow, type SettingColumns, type StoredBranch, settingRows } from './branches';
import { BRANCHES, SETTING_ROWS } from './load-statements';
import type { Source } from './statements';

/** The calendar, settings and unit by which the history of a branch is read. */
export type BranchReading = Pick<BranchRow, 'number' | 'name' | 'timeZone' | 'cutOffMinute' | 'version' | 'epoch'> & {
  settings: readonly SettingRow[];
  reading: Reading;
};

/** Every branch by number. Today's settings and unit also apply to the past, so they are read again for each query. */
export async function branchReadings(source: Source): Promise<Map<number, BranchReading>> {
  const settings = settingRows(await source.$queryRawUnsafe<SettingColumns[]>(SETTING_ROWS));
  const rows = await source.$queryRawUnsafe<StoredBranch[]>(BRANCHES);
  return new Map(
    rows.map(branchOfRow).map(({ number, name, timeZone, cutOffMinute, version, epoch, votes }) => {
      const limits = new Map<number, ReturnType<typeof limitsFor>>();
      const limitsOf = (course: number) => {
        const known = limits.get(course) ?? limitsFor(settings, number, course);
        limits.set(course, known);
        return known;
      };
      const reading = { unit: settledUnit(settings, number) ?? agreedUnit(votes), limitsOf };
      return [number, { number, name, timeZone, cutOffMinute, version, epoch, settings, reading }];
    }),
  );
}

/** The services of a branch's business day (F16). */
export function servicesOf(branch: Pick<BranchReading, 'number' | 'settings' | 'cutOffMinute'>): ServiceSpan[] {
  const services = readServices(String(settingFor(branch.settings, 'services', branch.number))) ?? [];
  return serviceSpans(services, branch.cutOffMinute);
}
