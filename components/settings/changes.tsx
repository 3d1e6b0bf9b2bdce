'use client';

import { useTranslations } from 'use-intl';
import type { SettingChange } from '../../contract/settings';
import { Sheet } from '../manager/page-head';
import { useMoment } from '../time/use-when';
import { useSettingsPage } from './settings-context';
import { useChangeText } from './use-change-text';
import { type Change, mayUndo } from './use-settings';

/**
 * The latest changes. Each has an undo while it is the latest one of its setting, if it can be undone. `now` is server
 * time, epoch ms.
 */
export function Changes({ now }: { now: number }) {
  const t = useTranslations('settings');
  const { found } = useSettingsPage();
  return (
    <Sheet title={t('changes.title')}>
      {found.changes.length === 0 ? (
        <p className="text-text-quiet">{t('changes.none')}</p>
      ) : (
        <ol tabIndex={-1} className="mt-2 outline-none">
          {found.changes.map((change) => (
            <Row key={change.id} change={change} now={now} />
          ))}
        </ol>
      )}
    </Sheet>
  );
}

function Row({ change, now }: { change: SettingChange; now: number }) {
  const t = useTranslations('settings');
  const changeText = useChangeText();
  const { found, isOwner, branches, undo } = useSettingsPage();
  const moment = useMoment(found.branch?.timeZone ?? branches[0]?.timeZone ?? 'UTC');
  const { key, branch, course, before, value, id, by, isNewest } = change;
  const made: Change = { of: 'setting', key, at: { branch, course }, before, now: value, after: id };
  const text = changeText(made);
  const when = moment(Date.parse(change.at), Math.max(now, Date.parse(change.at)));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-t py-2">
      <div className="min-w-0">
        <p className="break-words">
          <bdi className="font-semibold">{text.what}</bdi> {text.before} → {text.now}
        </p>
        <p className="text-sm text-text-quiet">
          {by === null ? t('changes.byCommand', { when }) : t('changes.by', { when, name: by })}
        </p>
      </div>
      {isNewest && mayUndo(made) && (branch !== null || isOwner) ? (
        <button
          type="button"
          aria-label={t('changes.undo', { what: text.what })}
          className="min-h-11 font-semibold underline underline-offset-4"
          onClick={({ currentTarget }) => {
            // The button disappears.
            currentTarget.closest('ol')?.focus();
            void undo(made);
          }}
        >
          {t('toast.undo')}
        </button>
      ) : (
        !isNewest && <p className="text-sm text-text-quiet">{t('changes.since')}</p>
      )}
    </li>
  );
}
