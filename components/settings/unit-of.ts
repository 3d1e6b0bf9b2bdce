import { SETTINGS, type SettingDefinition, type SettingKey } from '../../contract/settings';

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
