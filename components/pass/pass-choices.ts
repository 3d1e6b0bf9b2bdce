import { createOptions } from '../screen/options';
import { SCREEN_DEFAULTS, SCREEN_READERS, type ScreenOptions } from '../screen/screen-choices';

export type PassOptions = ScreenOptions;

export const PASS_CHOICES = createOptions<PassOptions>({
  defaults: SCREEN_DEFAULTS,
  readers: SCREEN_READERS,
});
