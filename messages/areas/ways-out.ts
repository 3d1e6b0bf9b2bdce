import type { Catalogue } from '../../lib/language';
import de from '../de/ways-out.json';
import en from '../en/ways-out.json';
import fr from '../fr/ways-out.json';
import nl from '../nl/ways-out.json';

export const waysOutMessages: Catalogue = { de, en, fr, nl };
