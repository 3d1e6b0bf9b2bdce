'use client';

import { SoundBadge } from '../sound/sound-badge';
import { WakeBadge } from './control/wake-badge';
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
