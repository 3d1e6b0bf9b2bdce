import { SETTINGS, type SettingDefinition, type SettingKey, type SettingValue } from '../../contract/settings';
import { readSetting } from '../../domain/settings';
import { unitOf } from './unit-of';

/** Error of a typed value. */
type Wrong =
  | { is: 'number'; least: number; most: number }
  | { is: 'services' }
  | { is: 'hours' }
  | { is: 'prefix' }
  | { is: 'pin' };

/**
 * Parses a typed value, or returns its error. A comma is a decimal separator, but with three digits after it might
 * separate thousands, so that is refused.
 */
export function readTyped(
  key: SettingKey,
  typed: string,
): { ok: true; value: SettingValue } | { ok: false; wrong: Wrong } {
  const read = readSetting(key, unitOf(key) ? typed.trim().replace(/^(\d*),(\d{1,2})$/, '$1.$2') : typed);
  return read.ok ? read : { ok: false, wrong: wrongOf(key) };
}

/** Each kind of value has one rule, so that the page can state it in advance. */
function wrongOf(key: SettingKey): Wrong {
  const definition: SettingDefinition = SETTINGS[key];
  switch (definition.kind) {
    case 'number':
      return { is: 'number', least: definition.least, most: definition.most };
    case 'off or minutes':
      return { is: 'number', least: 0, most: definition.most };
    case 'off or days':
      return { is: 'number', least: 1, most: definition.most };
    case 'services':
      return { is: 'services' };
    case 'opening hours':
      return { is: 'hours' };
    case 'header prefix':
      return { is: 'prefix' };
    case 'pin':
      return { is: 'pin' };
    case 'one of':
      throw new Error(`${key} is chosen from a list, and not typed`);
  }
}
