import { createOptions } from '../screen/options';
import { SCREEN_DEFAULTS, SCREEN_READERS, type ScreenOptions } from '../screen/screen-choices';

export type ReadyOptions = ScreenOptions;

export const READY_CHOICES = createOptions<ReadyOptions>({
  defaults: { ...SCREEN_DEFAULTS, theme: 'light' },
  readers: SCREEN_READERS,
});
