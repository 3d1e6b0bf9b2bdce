import type { Catalogue } from '../../lib/language';
import de from '../de/nav.json';
import en from '../en/nav.json';
import fr from '../fr/nav.json';
import nl from '../nl/nav.json';

export const navMessages: Catalogue = { de, en, fr, nl };
