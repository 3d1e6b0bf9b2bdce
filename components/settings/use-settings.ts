'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import {
  SETTINGS,
  type SettingAt,
  type SettingKey,
  type SettingsOfPlace,
  type SettingValue,
} from '../../contract/settings';
import { listenTo } from '../browser';
import {
  type BranchWish,
  type Posted,
  postBranch,
  postSetting,
  type RefusalCode,
  settingsOverHttp,
} from './settings-over-http';

export type BranchMember = 'name' | 'timeZone' | 'cutOff';

/** A change with the previous value, which an undo restores. */
export type Change =
  | {
      of: 'setting';
      key: SettingKey;
      at: SettingAt;
      before: SettingValue | null;
      now: SettingValue | null;
      after: number;
    }
  | { of: 'branch'; number: number; member: BranchMember; before: string; now: string };

/** Whether an undo restores what was before: names and bodies that were erased meanwhile do not come back. */
export function mayUndo(change: Change): boolean {
  return change.of === 'branch' || SETTINGS[change.key].kind !== 'off or days';
}

type Done = 'changed' | 'undone';

/** Message about the last action. */
export type ToastMessage =
  | { kind: Done; change: Change }
  | { kind: 'unreachable' | 'changed-meanwhile' }
  | { kind: 'refused'; why: string; code: RefusalCode | null };

export type SettingsStore = {
  found: SettingsOfPlace;
  toast: ToastMessage | null;
  /** Sets a value, or with null removes the one of that scope. Returns whether it succeeded. */
  set: (key: SettingKey, at: SettingAt, value: SettingValue | null, after: number | null) => Promise<boolean>;
  setBranch: (number: number, member: BranchMember, before: string, now: string) => Promise<boolean>;
  undo: (change: Change) => Promise<void>;
  dismiss: () => void;
};

/** The server's settings of a scope, and functions that change them. */
export function useSettings(first: SettingsOfPlace): SettingsStore {
  const [found, setFound] = useState(first);
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const { branch, course } = first.at;

  const loads = useRef(0);
  const load = useCallback(async () => {
    const number = ++loads.current;
    const answer = await settingsOverHttp({ branch, course });
    // An answer that was overtaken may be older than a change.
    if (answer && number === loads.current) setFound(answer);
  }, [branch, course]);
  useEffect(() => {
    // Also on mount, because going back restores the page as it was left.
    void load();
    return listenTo(window, ['focus', 'pageshow', 'online'], () => void load());
  }, [load]);

  const send = async (kind: Done, posted: Posted<unknown>, change: Change): Promise<boolean> => {
    if (posted.is !== 'unreachable') await load();
    if (posted.is === 'set') setToast({ kind, change });
    else
      setToast(posted.is === 'refused' ? { kind: 'refused', why: posted.why, code: posted.code } : { kind: posted.is });
    return posted.is === 'set';
  };
  // What is being changed is not sent again: the second of two taps would be refused, as a change that came too late.
  const changing = useRef(new Set<string>());
  const sendOnce = async (what: string, change: () => Promise<boolean>) => {
    if (changing.current.has(what)) return false;
    changing.current.add(what);
    const isDone = await change();
    changing.current.delete(what);
    return isDone;
  };
  const set = (kind: Done, key: SettingKey, at: SettingAt, value: SettingValue | null, after: number | null) =>
    sendOnce(`${key} ${at.branch} ${at.course}`, async () => {
      const posted = await postSetting({ key, ...at, value, after });
      const { before, change } = posted.is === 'set' ? posted.answer : { before: null, change: 0 };
      return send(kind, posted, { of: 'setting', key, at, before, now: value, after: change });
    });
  const setBranch = (kind: Done, number: number, member: BranchMember, before: string, now: string) =>
    sendOnce(`${member} ${number}`, async () => {
      const wish: BranchWish = { [member]: now };
      return send(kind, await postBranch(number, wish), { of: 'branch', number, member, before, now });
    });

  return {
    found,
    toast,
    set: (key, at, value, after) => set('changed', key, at, value, after),
    setBranch: (number, member, before, now) => setBranch('changed', number, member, before, now),
    async undo(change) {
      if (change.of === 'branch') await setBranch('undone', change.number, change.member, change.now, change.before);
      else await set('undone', change.key, change.at, change.before, change.after);
    },
    dismiss: () => setToast(null),
  };
}
