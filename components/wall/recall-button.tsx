'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { isLate, urgencyOf } from '../ticket/urgency';
import css from './wall.module.css';

/** Opens the list of hidden tickets; shows how many there are and whether any is late. */
export function RecallButton({ hidden, open }: { hidden: readonly Ticket[]; open: () => void }) {
  const t = useTranslations('wall');
  const late = useAtNow((now) => hidden.filter((ticket) => isLate(urgencyOf(ticket, now))).length, 0);
  const count = hidden.length;
  return (
    <button
      type="button"
      className={css.recallButton}
      data-hidden={late > 0 ? 'late' : count > 0 || undefined}
      aria-keyshortcuts="R"
      onClick={open}
    >
      <span className={css.pill}>
        {count === 0 ? t('recall') : t(late > 0 ? 'hiddenLate' : 'hiddenCount', { count, late })}
      </span>
    </button>
  );
}
