import type { Catalogue } from '../../lib/language';
import de from '../de/history.json';
import en from '../en/history.json';
import fr from '../fr/history.json';
import nl from '../nl/history.json';

export const historyMessages: Catalogue = { de, en, fr, nl };
