import type { Catalogue } from '../../lib/language';
import de from '../de/account.json';
import en from '../en/account.json';
import fr from '../fr/account.json';
import nl from '../nl/account.json';

export const accountMessages: Catalogue = { de, en, fr, nl };
