import type { Catalogue } from '../../lib/language';
import de from '../de/capabilities.json';
import en from '../en/capabilities.json';
import fr from '../fr/capabilities.json';
import nl from '../nl/capabilities.json';

export const capabilitiesMessages: Catalogue = { de, en, fr, nl };
