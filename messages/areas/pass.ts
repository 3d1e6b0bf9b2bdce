import type { Catalogue } from '../../lib/language';
import de from '../de/pass.json';
import en from '../en/pass.json';
import fr from '../fr/pass.json';
import nl from '../nl/pass.json';

export const passMessages: Catalogue = { de, en, fr, nl };
