import type { SettingRow } from '../../contract/settings';
import { pathSlipOf, type Settings } from '../settings/settings';
import type { PathSlip } from './translate';

/** The settings that deliveries are taken by. */
export type IntakeSettings = {
  /** Null where headers of any family are accepted. */
  pinnedPrefix: string | null;
  pathSlip: PathSlip;
};

/** Works them out again only when the rows have been replaced: they are asked for with every request. */
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
