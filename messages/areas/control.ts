import type { Catalogue } from '../../lib/language';
import de from '../de/control.json';
import en from '../en/control.json';
import fr from '../fr/control.json';
import nl from '../nl/control.json';

export const controlMessages: Catalogue = { de, en, fr, nl };
