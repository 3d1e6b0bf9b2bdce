import type { Catalogue } from '../../lib/language';
import de from '../de/screen.json';
import en from '../en/screen.json';
import fr from '../fr/screen.json';
import nl from '../nl/screen.json';

export const screenMessages: Catalogue = { de, en, fr, nl };
