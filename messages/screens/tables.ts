import type { Catalogue } from '../../lib/language';
import tablesDe from '../de/tables.json';
import visitTimelineDe from '../de/visit-timeline.json';
import tablesEn from '../en/tables.json';
import visitTimelineEn from '../en/visit-timeline.json';
import tablesFr from '../fr/tables.json';
import visitTimelineFr from '../fr/visit-timeline.json';
import tablesNl from '../nl/tables.json';
import visitTimelineNl from '../nl/visit-timeline.json';

/** Of the board of tables. */
export const tablesMessages: Catalogue = {
  de: { ...tablesDe, ...visitTimelineDe },
  en: { ...tablesEn, ...visitTimelineEn },
  fr: { ...tablesFr, ...visitTimelineFr },
  nl: { ...tablesNl, ...visitTimelineNl },
};
