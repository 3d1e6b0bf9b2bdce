import type { Catalogue } from '../../lib/language';
import de from '../de/login.json';
import en from '../en/login.json';
import fr from '../fr/login.json';
import nl from '../nl/login.json';

export const loginMessages: Catalogue = { de, en, fr, nl };
