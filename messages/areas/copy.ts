import type { Catalogue } from '../../lib/language';
import de from '../de/copy.json';
import en from '../en/copy.json';
import fr from '../fr/copy.json';
import nl from '../nl/copy.json';

export const copyMessages: Catalogue = { de, en, fr, nl };
