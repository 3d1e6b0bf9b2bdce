import type { Catalogue } from '../../lib/language';
import de from '../de/manager.json';
import en from '../en/manager.json';
import fr from '../fr/manager.json';
import nl from '../nl/manager.json';

export const managerMessages: Catalogue = { de, en, fr, nl };
