'use client';

import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket, UsualWait } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { isLateInTheMaking } from '../ticket/urgency';
import { Card } from './card';
import type { Look } from './density';
import type { SeenChanges } from './seen-changes';
import type { WallOptions } from './wall-options';

type Props = {
  /** Ids of the tickets of this page, separated by spaces: as text, so that an equal page is not rendered again. */
  ids: string;
  clock: WallOptions['clock'];
  usualWait: readonly UsualWait[];
  seen: SeenChanges;
  look: Look;
  columns: number;
  rows: number;
};

/** The cards of one page, or of one lane of a page. A change of a ticket renders only its card. */
export const Cards = memo(function Cards({ ids, clock, usualWait, seen, look, columns, rows }: Props) {
  const places = { '--columns': columns, '--rows': rows } as Record<string, number>;
  return (
    <ul
      className="grid min-h-0 grid-cols-[repeat(var(--columns),minmax(0,1fr))] grid-rows-[repeat(var(--rows),minmax(0,1fr))] gap-4.5 p-4.5 [h2+&]:pt-2"
      style={places}
      data-board
    >
      {ids
        .split(' ')
        .filter(Boolean)
        .map((id) => (
          <Card key={id} id={id} clock={clock} usualWait={usualWait} seen={seen} look={look} />
        ))}
    </ul>
  );
});

export function Lane({ name, children }: { name: 'cookingLane' | 'ready'; children: ReactNode }) {
  const t = useTranslations('wall');
  return (
    <section className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] border-line not-first:border-l">
      {/* As low as possible: no card can be sized after it (type-scale.ts). */}
      <h2 className="px-6 pt-1.5 font-semibold text-[0.85em] text-quiet leading-[1.1]">{t(name)}</h2>
      {children}
    </section>
  );
}

/** Button below the cards that counts the cards of other pages and turns to the next one. */
export function More({ hidden, turn }: { hidden: readonly Ticket[]; turn: (pages: number) => void }) {
  const late = useAtNow((now) => hidden.filter((ticket) => isLateInTheMaking(ticket, now)).length, 0);
  return <MoreButton count={hidden.length} late={late} turn={turn} />;
}

type MoreButtonProps = { count: number; late: number; turn: (pages: number) => void };

const MoreButton = memo(function MoreButton({ count, late, turn }: MoreButtonProps) {
  const t = useTranslations('wall');
  return (
    <button
      type="button"
      className="mx-4.5 mb-4.5 flex min-h-[max(1.9em,var(--touch))] items-center justify-center gap-6 rounded-[0.32em] border-(--quiet) border-2 border-dashed tabular-nums"
      onClick={() => turn(1)}
      aria-label={t('nextPage', { count, late })}
    >
      <b>{t('more', { count })}</b>
      {late > 0 && (
        <em className="rounded-[0.22em] px-4 py-0.5 font-bold not-italic on-late">{t('lateCount', { count: late })}</em>
      )}
    </button>
  );
});
