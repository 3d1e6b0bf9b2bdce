'use client';

import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';

/** Says that something on this screen is not real, while that is so. */
export function PracticeBadge() {
  const t = useTranslations('practice');
  const kind = useLive(({ practice }) => practice?.kind ?? null);
  if (kind === null) return null;
  return (
    <p role="alert" className="flex-none rounded-[0.25em] px-5 py-1.25 font-bold text-[0.85em] inverse">
      {t(kind)}
    </p>
  );
}
