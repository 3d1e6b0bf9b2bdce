import type { Catalogue } from '../../lib/language';
import de from '../de/settings.json';
import en from '../en/settings.json';
import fr from '../fr/settings.json';
import nl from '../nl/settings.json';

export const settingsMessages: Catalogue = { de, en, fr, nl };
