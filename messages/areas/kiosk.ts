import type { Catalogue } from '../../lib/language';
import de from '../de/kiosk.json';
import en from '../en/kiosk.json';
import fr from '../fr/kiosk.json';
import nl from '../nl/kiosk.json';

export const kioskMessages: Catalogue = { de, en, fr, nl };
