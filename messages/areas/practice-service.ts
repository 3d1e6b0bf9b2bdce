import type { Catalogue } from '../../lib/language';
import de from '../de/practice-service.json';
import en from '../en/practice-service.json';
import fr from '../fr/practice-service.json';
import nl from '../nl/practice-service.json';

export const practiceServiceMessages: Catalogue = { de, en, fr, nl };
