'use client';

import { useTranslations } from 'use-intl';
import { shortPlace, usePlaceName } from '../ticket/place';
import type { ReadyRow } from './arrange';

/** One line that names the other tables whose food nobody took; a tap shows them in the full list. */
export function UntakenLine({ rows, showAll }: { rows: readonly ReadyRow[]; showAll: () => void }) {
  const t = useTranslations('ready');
  const placeName = usePlaceName();
  const [first] = rows;
  if (!first) return null;
  const places = new Map(rows.map(({ newest }) => [placeName(newest), shortPlace(newest)]));
  const short = [...places.values()].map(({ number, part }) => (part === null ? number : `${number}·${part}`));
  const show = () => {
    showAll();
    // The full list begins with own tables.
    requestAnimationFrame(() =>
      document.querySelector(`[data-ticket~="${first.newest.id}"]`)?.scrollIntoView({ block: 'center' }),
    );
  };
  return (
    <button
      type="button"
      className="mt-5 flex min-h-[max(48px,2.6em)] w-full items-center justify-between gap-5 rounded-[0.7em] border-[0.15em] border-warn px-7.5 text-start font-[650] tabular-nums on-sheet @max-[33em]:mt-[calc(6em/18)] @max-[33em]:px-4.5"
      aria-label={t('untaken', { places: [...places.keys()].join(', ') })}
      onClick={show}
    >
      <span>{t('untaken', { places: short.join(', ') })}</span>
      <span aria-hidden="true">›</span>
    </button>
  );
}
