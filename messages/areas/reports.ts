import type { Catalogue } from '../../lib/language';
import de from '../de/reports.json';
import en from '../en/reports.json';
import fr from '../fr/reports.json';
import nl from '../nl/reports.json';

export const reportsMessages: Catalogue = { de, en, fr, nl };
