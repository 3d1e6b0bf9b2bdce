import type { Catalogue } from '../../lib/language';
import de from '../de/set-up.json';
import en from '../en/set-up.json';
import fr from '../fr/set-up.json';
import nl from '../nl/set-up.json';

export const setUpMessages: Catalogue = { de, en, fr, nl };
