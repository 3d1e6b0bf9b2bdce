import type { Catalogue } from '../../lib/language';
import de from '../de/next-tasks.json';
import en from '../en/next-tasks.json';
import fr from '../fr/next-tasks.json';
import nl from '../nl/next-tasks.json';

export const nextTasksMessages: Catalogue = { de, en, fr, nl };
