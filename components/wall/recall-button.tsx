'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { isLateInTheMaking } from '../ticket/urgency';

/** Opens the list of hidden tickets; shows how many there are and whether any cooks too long. */
export function RecallButton({ hidden, open }: { hidden: readonly Ticket[]; open: () => void }) {
  const late = useAtNow((now) => hidden.filter((ticket) => isLateInTheMaking(ticket, now)).length, 0);
  return <Button count={hidden.length} late={late} open={open} />;
}

type ButtonProps = { count: number; late: number; open: () => void };

const Button = memo(function Button({ count, late, open }: ButtonProps) {
  const t = useTranslations('wall');
  // Hidden tickets are always indicated.
  const look = count === 0 ? 'font-semibold' : `font-bold ${late > 0 ? 'on-late' : 'inset-ring-[0.1em] text-full'}`;
  return (
    <button
      type="button"
      className="tiny-wall:order-1 min-h-(--touch) min-w-(--touch) flex-none text-[0.85em] text-quiet"
      aria-keyshortcuts="R"
      onClick={open}
    >
      {/* The touch target may be larger than the visible pill. */}
      <span className={`rounded-[0.25em] px-5 py-1.25 text-[0.9em] tabular-nums ${look}`}>
        {count === 0 ? t('recall') : t(late > 0 ? 'hiddenLate' : 'hiddenCount', { count, late })}
      </span>
    </button>
  );
});
