'use client';

import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';
import type { Chosen } from '../screen/chosen';
import { TextField } from '../screen/fields';
import { countTables } from './arrange';
import { SHOWN, SORTS, type TablesOptions } from './tables-options';

type Props = { chosen: Chosen<TablesOptions> };

/** Which tables are shown, with their counts, and in which order. */
export function Controls({ chosen }: Props) {
  const t = useTranslations('tables');
  const tables = useLive((view) => view.board?.tables);
  const counts = countTables(tables?.values() ?? [], chosen.options);
  return (
    <div className="flex items-center justify-between gap-5">
      {/* biome-ignore lint/a11y/useSemanticElements: some browsers cannot lay out a fieldset in a line */}
      <div role="group" aria-label={t('show')} className="flex flex-none gap-3">
        {SHOWN.map((show) => (
          <button
            key={show}
            type="button"
            className="min-h-[48px] min-w-[48px] rounded-[0.6em] px-7 font-semibold text-quiet max-handheld:px-4 aria-pressed:font-bold aria-pressed:inverse"
            aria-pressed={chosen.options.show === show}
            onClick={() => chosen.choose({ show })}
          >
            {t(show)} <b className="tabular-nums">{counts[show]}</b>
          </button>
        ))}
      </div>
      <select
        className="min-h-[48px] min-w-0 rounded-[0.6em] border border-(--quiet) px-6 max-handheld:px-2 max-handheld:font-stretch-85% font-semibold on-sheet"
        aria-label={t('sort')}
        value={chosen.options.sort}
        onChange={(event) => chosen.type('sort', event.target.value)}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sorts.${sort}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Options that are set once, for the user of this screen. */
export function OwnFields({ chosen }: Props) {
  const t = useTranslations('tables');
  return (
    <>
      <TextField chosen={chosen} name="tables" label={t('range')} hint={t('rangeHint')} />
      <TextField chosen={chosen} name="mine" label={t('ownTables')} hint={t('ownTablesHint')} />
    </>
  );
}
