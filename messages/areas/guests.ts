import type { Catalogue } from '../../lib/language';
import de from '../de/guests.json';
import en from '../en/guests.json';
import fr from '../fr/guests.json';
import nl from '../nl/guests.json';

export const guestsMessages: Catalogue = { de, en, fr, nl };
