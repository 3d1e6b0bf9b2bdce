'use client';

import { Screen } from '../screen/screen';
import { TONES, toneStyle } from '../theme/palette';
import { WALL_WORDS } from '../words/wall-words';
import { WallBoard } from './wall-board';
import { WALL_CHOICES } from './wall-options';

/**
 * The kitchen wall. `query` is the page's query and `languages` are the device's; the server renders with the same
 * values.
 */
export function Wall({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} choices={WALL_CHOICES} messages={WALL_WORDS}>
      {(chosen) => <WallBoard chosen={chosen} style={toneStyle(TONES[chosen.options.theme][chosen.options.palette])} />}
    </Screen>
  );
}
