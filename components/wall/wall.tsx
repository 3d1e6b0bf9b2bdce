'use client';

import en from '../../messages/en/wall.json';
import nl from '../../messages/nl/wall.json';
import { Screen } from '../screen/screen';
import { WallBoard } from './wall-board';
import { WALL_CHOICES } from './wall-options';

const MESSAGES = { en, nl };

/**
 * The kitchen wall. `query` is the page's query and `languages` are the device's; the server renders with the same
 * values.
 */
export function Wall({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} choices={WALL_CHOICES} messages={MESSAGES}>
      {(chosen) => <WallBoard chosen={chosen} />}
    </Screen>
  );
}
