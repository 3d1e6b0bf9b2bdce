import { createOptions } from '../screen/options';
import { SCREEN_DEFAULTS, SCREEN_READERS, type ScreenOptions } from '../screen/screen-choices';

export type TablesOptions = ScreenOptions;

export const TABLES_CHOICES = createOptions<TablesOptions>({
  defaults: { ...SCREEN_DEFAULTS, theme: 'light' },
  readers: SCREEN_READERS,
});
