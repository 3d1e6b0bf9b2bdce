/**
 * All that a page fetches once sound is wanted, or its menu opened: one file, since each more would cost every page that
 * has no sound the words to ask for it.
 */
export { hearBoard } from './hear-board';
export { openSound } from './open-sound';
export { SoundChoices, SoundTest } from './sound-fields';
