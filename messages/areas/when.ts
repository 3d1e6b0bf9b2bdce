import type { Catalogue } from '../../lib/language';
import de from '../de/when.json';
import en from '../en/when.json';
import fr from '../fr/when.json';
import nl from '../nl/when.json';

export const whenMessages: Catalogue = { de, en, fr, nl };
