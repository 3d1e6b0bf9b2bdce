import type { Catalogue } from '../../lib/language';
import de from '../de/sound.json';
import en from '../en/sound.json';
import fr from '../fr/sound.json';
import nl from '../nl/sound.json';

export const soundMessages: Catalogue = { de, en, fr, nl };
