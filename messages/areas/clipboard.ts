import type { Catalogue } from '../../lib/language';
import de from '../de/clipboard.json';
import en from '../en/clipboard.json';
import fr from '../fr/clipboard.json';
import nl from '../nl/clipboard.json';

export const clipboardMessages: Catalogue = { de, en, fr, nl };
