'use client';

import { memo } from 'react';
import { WakeBadge } from '../screen/rest/wake-badge';
import { SoundBadge } from '../sound/sound-badge';
import { WayBack } from './way-back';

/** Parts of the bar that load after the cards: the link back, and whether sound is on. */
export const BarExtras = memo(function BarExtras({ search }: { search: string }) {
  return (
    <>
      <WayBack search={search} />
      <WakeBadge />
      <SoundBadge />
    </>
  );
});
