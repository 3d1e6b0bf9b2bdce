import type { Catalogue } from '../../lib/language';
import de from '../de/recall.json';
import en from '../en/recall.json';
import fr from '../fr/recall.json';
import nl from '../nl/recall.json';

export const recallMessages: Catalogue = { de, en, fr, nl };
