import type { Catalogue } from '../../lib/language';
import de from '../de/site.json';
import en from '../en/site.json';
import fr from '../fr/site.json';
import nl from '../nl/site.json';

export const siteMessages: Catalogue = { de, en, fr, nl };
