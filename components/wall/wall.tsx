'use client';

import { wallMessages } from '../../messages/areas/wall';
import { Screen } from '../screen/screen';
import { WallBoard } from './wall-board';
import { WALL_OPTIONS } from './wall-options';

/**
 * The kitchen wall. `query` is the page's query and `languages` are the device's; the server renders with the same
 * values.
 */
export function Wall({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} urlOptions={WALL_OPTIONS} messages={wallMessages}>
      {(chosen) => <WallBoard chosen={chosen} />}
    </Screen>
  );
}
