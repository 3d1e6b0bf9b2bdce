import type { Catalogue } from '../../lib/language';
import de from '../de/wall.json';
import en from '../en/wall.json';
import fr from '../fr/wall.json';
import nl from '../nl/wall.json';

export const wallMessages: Catalogue = { de, en, fr, nl };
