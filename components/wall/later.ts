/**
 * All that a wall fetches once it stands: one file, since each more would cost every wall the words to ask for it, and
 * since all of it must be there when the network is not.
 */
export { GapNotice } from '../gaps/gap-notice';
export { BoardSounds } from '../sound/board-sounds';
export { UndoBar } from '../taps/undo-bar';
export { BarExtras } from './bar-extras';
export { ClearWallFilters } from './clear-wall-filters';
export { Control } from './control/control';
export { KeptFocus } from './kept-focus';
export { Recall } from './recall';
export { Slides } from './slides';
export { WallMenu } from './wall-menu';
