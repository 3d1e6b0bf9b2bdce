import type { Catalogue } from '../../lib/language';
import de from '../de/sound-menu.json';
import en from '../en/sound-menu.json';
import fr from '../fr/sound-menu.json';
import nl from '../nl/sound-menu.json';

export const soundMenuMessages: Catalogue = { de, en, fr, nl };
