import type { Catalogue } from '../../lib/language';
import de from '../de/tables.json';
import en from '../en/tables.json';
import fr from '../fr/tables.json';
import nl from '../nl/tables.json';

export const tablesMessages: Catalogue = { de, en, fr, nl };
