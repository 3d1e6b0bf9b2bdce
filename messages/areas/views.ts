import type { Catalogue } from '../../lib/language';
import de from '../de/views.json';
import en from '../en/views.json';
import fr from '../fr/views.json';
import nl from '../nl/views.json';

export const viewsMessages: Catalogue = { de, en, fr, nl };
