import type { SettingRow } from '../../contract/settings';
import type { Settings } from '../../domain/settings-in-force';
import type { PathSlip } from '../intake/delivery';

/** The settings that deliveries are taken by. */
export type IntakeSettings = {
  /** Null where headers of any family are accepted. */
  pinnedPrefix: string | null;
  pathSlip: PathSlip;
};

/** Computes them again only when the rows were replaced, because every request needs them. */
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

/** The setting `pathSlip` of every branch: it is needed before the branch of a delivery is known. */
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
