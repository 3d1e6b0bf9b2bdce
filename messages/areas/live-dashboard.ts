import type { Catalogue } from '../../lib/language';
import de from '../de/live-dashboard.json';
import en from '../en/live-dashboard.json';
import fr from '../fr/live-dashboard.json';
import nl from '../nl/live-dashboard.json';

export const liveDashboardMessages: Catalogue = { de, en, fr, nl };
