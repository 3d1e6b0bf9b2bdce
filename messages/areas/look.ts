import type { Catalogue } from '../../lib/language';
import de from '../de/look.json';
import en from '../en/look.json';
import fr from '../fr/look.json';
import nl from '../nl/look.json';

export const lookMessages: Catalogue = { de, en, fr, nl };
