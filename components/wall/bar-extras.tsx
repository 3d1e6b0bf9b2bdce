'use client';

import { WakeBadge } from '../screen/rest/wake-badge';
import { SoundBadge } from '../sound/sound-badge';
import { WayBack } from './way-back';

/** What stands beside the menu of a wall's bar once the cards stand: the way back, and whether there is sound. */
export function BarExtras({ search }: { search: string }) {
  return (
    <>
      <WayBack search={search} />
      <WakeBadge />
      <SoundBadge />
    </>
  );
}
