import { SETTINGS, type SettingDefinition, type SettingKey, type SettingValue } from '../../contract/settings';
import { readSetting } from '../../domain/settings';

/** A service during input; what it lacks is reported on saving. */
export type TypedService = { name: string; start: string };

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

/** Unit of a setting's number; null if it is not a number. */
export function unitOf(key: SettingKey): 'percent' | 'minutes' | 'hours' | 'days' | null {
  const definition: SettingDefinition = SETTINGS[key];
  switch (definition.kind) {
    case 'number':
      return definition.unit;
    case 'off or minutes':
      return 'minutes';
    case 'off or days':
      return 'days';
    default:
      return null;
  }
}

/** Parses the services in a setting's text, keeping spaces during input. */
export function typedServices(text: string): TypedService[] {
  return text.split(/, ?/).map((part) => {
    const [, name, start] = /^(.*?)(?:^| )(\d{1,2}:\d{2})$/.exec(part) ?? [];
    return start === undefined ? { name: part, start: '' } : { name: name ?? '', start: start.padStart(5, '0') };
  });
}

/** Text of a setting for these services. */
export function servicesText(services: readonly TypedService[]): string {
  return services.map(({ name, start }) => name.replaceAll(',', '') + (start === '' ? '' : ` ${start}`)).join(', ');
}
