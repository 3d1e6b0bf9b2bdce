import type { Language, WordsOf } from './language';
import { pickupEn } from './pickup.en';
import { pickupNl } from './pickup.nl';

export type PickupWords = WordsOf<typeof pickupEn>;

export const PICKUP_WORDS: Record<Language, PickupWords> = { en: pickupEn, nl: pickupNl };
