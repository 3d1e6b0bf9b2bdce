import type { SettingRow } from '../../contract/settings';
import type { Settings } from '../../domain/settings';
import type { PathSlip } from '../intake/delivery';

type IntakeSettings = {
  /** The only accepted prefix of headers; null accepts any. */
  pinnedPrefix: string | null;
  pathSlip: PathSlip;
};

/** Returns the settings in force. Cached until the settings change, because every request needs them. */
export function createIntakeSettings(settings: Settings): () => IntakeSettings {
  let rows: readonly SettingRow[] | null = null;
  let known: IntakeSettings | null = null;
  return () => {
    if (known === null || rows !== settings.rows()) {
      rows = settings.rows();
      known = intakeSettings(settings);
    }
    return known;
  };
}

function intakeSettings(settings: Settings): IntakeSettings {
  const prefix = String(settings.value('headerPrefix', null));
  return { pinnedPrefix: prefix === 'any' ? null : prefix, pathSlip: pathSlipOf(settings) };
}

/** The setting `pathSlip` of all branches, because it is needed before the branch of a delivery is known. */
export function pathSlipOf(settings: Settings): PathSlip {
  const isRead = settings.value('pathSlip', null) === 'on';
  const branches = settings
    .rows()
    .flatMap(({ key, branch }) => (key === 'pathSlip' && branch !== null ? [branch] : []));
  return {
    isRead,
    exceptInBranches: branches.filter((branch) => (settings.value('pathSlip', branch) === 'on') !== isRead),
  };
}
