/**
 * Parts of a wall that load after the cards. They share one chunk: each further chunk adds loader code to the first
 * load, and all of them must be present when the network is down.
 */
export { GapNotice } from '../gaps/gap-notice';
export { UndoBar } from '../ticket-actions/undo-bar';
export { BarExtras } from './bar-extras';
export { ClearWallFilters } from './clear-wall-filters';
export { Control } from './control/control';
export { KeptFocus } from './kept-focus';
export { PlayWallSounds } from './play-wall-sounds';
export { Recall } from './recall';
export { Slides } from './slides';
export { WallMenu } from './wall-menu';
