'use client';

import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { SettingChange } from '../../contract/branches';
import type { SettingValue } from '../../contract/settings';
import { useMoment } from '../time/when';
import { Sheet } from '../ui/sheet';
import { useProblemText, useSettingsPage } from './settings-context';
import { usePlaceNames, useValueText } from './use-names';
import { type Change, mayUndo, type ToastMessage } from './use-settings';

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

/** The last change and its outcome, over the foot of the page, with an undo. */
export function Toast() {
  const t = useTranslations('settings.toast');
  const { toast, undo, dismiss } = useSettingsPage();
  const text = useToastText();
  const bar = useRef<HTMLDivElement>(null);
  const isTrouble = toast !== null && toast.kind !== 'changed' && toast.kind !== 'undone';
  const button = 'min-h-11 shrink-0 rounded-lg px-3 font-bold underline underline-offset-4';
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-16 z-10 lg:bottom-0 flex justify-center p-3 print:hidden">
      {/* It stays until the next message, so that nobody has to hurry. */}
      <div
        ref={bar}
        tabIndex={-1}
        className={
          toast
            ? `pointer-events-auto flex max-w-full items-center gap-2 rounded-xl py-1 pr-1 pl-5 shadow-lg ${isTrouble ? 'bg-late text-late-text' : 'bg-console text-console-text dark:border dark:border-line'}`
            : ''
        }
      >
        <p role="status" className="min-w-0 py-2">
          {toast && !isTrouble && text(toast)}
        </p>
        <p role="alert" className={isTrouble ? 'min-w-0 py-2' : 'hidden'}>
          {isTrouble && text(toast)}
        </p>
        {toast?.kind === 'changed' && mayUndo(toast.change) && (
          <button
            type="button"
            className={button}
            onClick={() => {
              bar.current?.focus();
              void undo(toast.change);
            }}
          >
            {t('undo')}
          </button>
        )}
        {toast && (
          <button type="button" className={`${button} no-underline`} aria-label={t('close')} onClick={dismiss}>
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
    </div>
  );
}

function useToastText(): (toast: ToastMessage) => string {
  const t = useTranslations('settings.toast');
  const problemOf = useProblemText();
  const changeText = useChangeText();
  return (toast) => {
    switch (toast.kind) {
      case 'changed': {
        const { what, before, now } = changeText(toast.change);
        return t('changed', { what, before, after: now });
      }
      case 'undone': {
        const { what, now } = changeText(toast.change);
        return t('undone', { what, value: now });
      }
      case 'refused':
        return problemOf(toast.refusal);
    }
  };
}

/** Returns a function that describes a change with its old and new value. */
function useChangeText(): (change: Change) => { what: string; before: string; now: string } {
  const t = useTranslations('settings');
  const valueText = useValueText();
  const { branches } = useSettingsPage();
  const { placeName, branchName } = usePlaceNames(branches);
  return (change) => {
    if (change.of === 'branch') {
      const nameText = (text: string) => (text === '' ? t('branch.unnamed') : text);
      const what = `${t(`branch.${change.member}`)} · ${branchName(change.number)}`;
      return { what, before: nameText(change.before), now: nameText(change.now) };
    }
    const textOf = (value: SettingValue | null) => (value === null ? t('toast.nothing') : valueText(change.key, value));
    const what = `${t(`keys.${change.key}.label`)} · ${placeName(change.at)}`;
    return { what, before: textOf(change.before), now: textOf(change.now) };
  };
}
