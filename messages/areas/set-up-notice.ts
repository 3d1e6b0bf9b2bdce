import type { Catalogue } from '../../lib/language';
import de from '../de/set-up-notice.json';
import en from '../en/set-up-notice.json';
import fr from '../fr/set-up-notice.json';
import nl from '../nl/set-up-notice.json';

export const setUpNoticeMessages: Catalogue = { de, en, fr, nl };
