import { SETTINGS, type SettingKey, type SettingValue } from '../../contract/settings';
import { readSetting } from '../../domain/settings';

/** What is wrong with a value as it was typed. */
export type Wrong =
  | { is: 'number'; least: number; most: number }
  | { is: 'services' }
  | { is: 'hours' }
  | { is: 'prefix' };

/**
 * The value that somebody typed, and in place of one what is wrong with it. A comma is a decimal one, but three digits
 * after it may be thousands: nobody knows, so that is refused.
 */
export function readTyped(
  key: SettingKey,
  typed: string,
): { ok: true; value: SettingValue } | { ok: false; wrong: Wrong } {
  const { kind } = SETTINGS[key];
  const isNumber = kind === 'number' || kind === 'off or minutes';
  const read = readSetting(key, isNumber ? typed.trim().replace(/^(\d*),(\d{1,2})$/, '$1.$2') : typed);
  return read.ok ? read : { ok: false, wrong: wrongOf(key) };
}

/** Every kind of value has one rule, so that what breaks it can be said beforehand. */
function wrongOf(key: SettingKey): Wrong {
  const definition = SETTINGS[key];
  if (definition.kind === 'services') return { is: 'services' };
  if (definition.kind === 'opening hours') return { is: 'hours' };
  if (definition.kind === 'number') return { is: 'number', least: definition.least, most: definition.most };
  return definition.kind === 'off or minutes' ? { is: 'number', least: 0, most: definition.most } : { is: 'prefix' };
}
