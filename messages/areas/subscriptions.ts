import type { Catalogue } from '../../lib/language';
import de from '../de/subscriptions.json';
import en from '../en/subscriptions.json';
import fr from '../fr/subscriptions.json';
import nl from '../nl/subscriptions.json';

export const subscriptionsMessages: Catalogue = { de, en, fr, nl };
