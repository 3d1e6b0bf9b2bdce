import type { Catalogue } from '../../lib/language';
import de from '../de/ticket.json';
import en from '../en/ticket.json';
import fr from '../fr/ticket.json';
import nl from '../nl/ticket.json';

export const ticketMessages: Catalogue = { de, en, fr, nl };
