import type { Catalogue } from '../../lib/language';
import de from '../de/ticket-actions.json';
import en from '../en/ticket-actions.json';
import fr from '../fr/ticket-actions.json';
import nl from '../nl/ticket-actions.json';

export const ticketActionsMessages: Catalogue = { de, en, fr, nl };
