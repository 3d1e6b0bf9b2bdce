import type { Catalogue } from '../../lib/language';
import de from '../de/pickup.json';
import en from '../en/pickup.json';
import fr from '../fr/pickup.json';
import nl from '../nl/pickup.json';

/** Of the board for guests. */
export const pickupMessages: Catalogue = { de, en, fr, nl };
