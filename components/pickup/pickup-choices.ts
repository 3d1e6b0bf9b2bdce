import { createOptions } from '../screen/options';
import { SCREEN_DEFAULTS, SCREEN_READERS, type ScreenOptions } from '../screen/screen-choices';

export type PickupOptions = ScreenOptions;

export const PICKUP_CHOICES = createOptions<PickupOptions>({
  defaults: SCREEN_DEFAULTS,
  readers: SCREEN_READERS,
});
