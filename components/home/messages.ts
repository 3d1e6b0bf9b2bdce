import { clipboardMessages } from '../../messages/areas/clipboard';
import { homeMessages } from '../../messages/areas/home';
import { whenMessages } from '../../messages/areas/when';
import { joinMessages } from '../messages/join-messages';

/** Messages of the home page. */
export const MESSAGES = joinMessages(clipboardMessages, homeMessages, whenMessages);
