import type { Catalogue } from '../../lib/language';
import de from '../de/gaps.json';
import en from '../en/gaps.json';
import fr from '../fr/gaps.json';
import nl from '../nl/gaps.json';

export const gapsMessages: Catalogue = { de, en, fr, nl };
