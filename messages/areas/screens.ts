import type { Catalogue } from '../../lib/language';
import de from '../de/screens.json';
import en from '../en/screens.json';
import fr from '../fr/screens.json';
import nl from '../nl/screens.json';

export const screensMessages: Catalogue = { de, en, fr, nl };
