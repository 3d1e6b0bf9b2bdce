import { clipboardMessages } from '../../messages/areas/clipboard';
import { historyMessages } from '../../messages/areas/history';
import { ticketMessages } from '../../messages/areas/ticket';
import { visitTimelineMessages } from '../../messages/areas/visit-timeline';
import { joinMessages } from '../messages/translator';

/** Messages of the pages of history. */
export const MESSAGES = joinMessages(clipboardMessages, historyMessages, ticketMessages, visitTimelineMessages);
