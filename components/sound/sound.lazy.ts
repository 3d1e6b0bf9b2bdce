/**
 * Parts that load once sound is on or its menu opens. They share one chunk: each further chunk adds loader code to
 * pages without sound.
 */

export { openSound } from './open-sound';
export { playBoardSounds } from './play-board-sounds';
export { SoundChoices, SoundTest } from './sound-fields';
