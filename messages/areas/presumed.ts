import type { Catalogue } from '../../lib/language';
import de from '../de/presumed.json';
import en from '../en/presumed.json';
import fr from '../fr/presumed.json';
import nl from '../nl/presumed.json';

export const presumedMessages: Catalogue = { de, en, fr, nl };
