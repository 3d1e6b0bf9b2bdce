import type { Catalogue } from '../../lib/language';
import de from '../de/wall.json';
import en from '../en/wall.json';
import fr from '../fr/wall.json';
import nl from '../nl/wall.json';

/** Of the kitchen wall. */
export const wallMessages: Catalogue = { de, en, fr, nl };
