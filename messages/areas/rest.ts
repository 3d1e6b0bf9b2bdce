import type { Catalogue } from '../../lib/language';
import de from '../de/rest.json';
import en from '../en/rest.json';
import fr from '../fr/rest.json';
import nl from '../nl/rest.json';

export const restMessages: Catalogue = { de, en, fr, nl };
