/**
 * Parts that load once sound is on or its menu opens. They share one chunk: each further chunk adds loader code to
 * pages without sound.
 */
export { hearBoard } from './hear-board';
export { openSound } from './open-sound';
export { SoundChoices, SoundTest } from './sound-fields';
