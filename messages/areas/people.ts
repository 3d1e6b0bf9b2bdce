import type { Catalogue } from '../../lib/language';
import de from '../de/people.json';
import en from '../en/people.json';
import fr from '../fr/people.json';
import nl from '../nl/people.json';

export const peopleMessages: Catalogue = { de, en, fr, nl };
