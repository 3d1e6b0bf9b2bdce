import type { Catalogue } from '../../lib/language';
import de from '../de/audit.json';
import en from '../en/audit.json';
import fr from '../fr/audit.json';
import nl from '../nl/audit.json';

export const auditMessages: Catalogue = { de, en, fr, nl };
