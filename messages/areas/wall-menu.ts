import type { Catalogue } from '../../lib/language';
import de from '../de/wall-menu.json';
import en from '../en/wall-menu.json';
import fr from '../fr/wall-menu.json';
import nl from '../nl/wall-menu.json';

export const wallMenuMessages: Catalogue = { de, en, fr, nl };
