import type { Catalogue } from '../../lib/language';
import de from '../de/deliveries.json';
import en from '../en/deliveries.json';
import fr from '../fr/deliveries.json';
import nl from '../nl/deliveries.json';

export const deliveriesMessages: Catalogue = { de, en, fr, nl };
