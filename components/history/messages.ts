import copyEn from '../../messages/en/copy.json';
import historyEn from '../../messages/en/history.json';
import ticketEn from '../../messages/en/ticket.json';
import visitTimelineEn from '../../messages/en/visit-timeline.json';
import copyNl from '../../messages/nl/copy.json';
import historyNl from '../../messages/nl/history.json';
import ticketNl from '../../messages/nl/ticket.json';
import visitTimelineNl from '../../messages/nl/visit-timeline.json';

/** Messages of the pages of history. */
export const MESSAGES = {
  en: { ...copyEn, ...historyEn, ...ticketEn, ...visitTimelineEn },
  nl: { ...copyNl, ...historyNl, ...ticketNl, ...visitTimelineNl },
};
