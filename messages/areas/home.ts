import type { Catalogue } from '../../lib/language';
import de from '../de/home.json';
import en from '../en/home.json';
import fr from '../fr/home.json';
import nl from '../nl/home.json';

export const homeMessages: Catalogue = { de, en, fr, nl };
