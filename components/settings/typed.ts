import { SETTINGS, type SettingKey, type SettingValue } from '../../contract/settings';
import { readSetting } from '../../domain/settings';

/** Error of a typed value. */
export type Wrong =
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
  const { kind } = SETTINGS[key];
  const isNumber = kind === 'number' || kind === 'off or minutes' || kind === 'off or days';
  const read = readSetting(key, isNumber ? typed.trim().replace(/^(\d*),(\d{1,2})$/, '$1.$2') : typed);
  return read.ok ? read : { ok: false, wrong: wrongOf(key) };
}

/** Each kind of value has one rule, so that the page can state it in advance. */
function wrongOf(key: SettingKey): Wrong {
  const definition = SETTINGS[key];
  if (definition.kind === 'services') return { is: 'services' };
  if (definition.kind === 'pin') return { is: 'pin' };
  if (definition.kind === 'opening hours') return { is: 'hours' };
  if (definition.kind === 'number') return { is: 'number', least: definition.least, most: definition.most };
  if (definition.kind === 'off or days') return { is: 'number', least: 1, most: definition.most };
  return definition.kind === 'off or minutes' ? { is: 'number', least: 0, most: definition.most } : { is: 'prefix' };
}
