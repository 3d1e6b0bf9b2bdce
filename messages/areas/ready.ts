import type { Catalogue } from '../../lib/language';
import de from '../de/ready.json';
import en from '../en/ready.json';
import fr from '../fr/ready.json';
import nl from '../nl/ready.json';

export const readyMessages: Catalogue = { de, en, fr, nl };
