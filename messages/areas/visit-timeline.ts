import type { Catalogue } from '../../lib/language';
import de from '../de/visit-timeline.json';
import en from '../en/visit-timeline.json';
import fr from '../fr/visit-timeline.json';
import nl from '../nl/visit-timeline.json';

export const visitTimelineMessages: Catalogue = { de, en, fr, nl };
