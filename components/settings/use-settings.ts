'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { SettingsOfPlace } from '../../contract/branches';
import { SETTINGS, type SettingAt, type SettingKey, type SettingValue } from '../../contract/settings';
import { listenTo } from '../browser';
import { callApi, type Refusal, type Replied, readApi } from '../manager/call-api';

/** A change of the calendar recomputes the days of the whole history. */
const WITH_HISTORY_MS = 120_000;

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
export type ToastMessage = { kind: Done; change: Change } | { kind: 'refused'; refusal: Refusal };

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
    const answer = await readApi('GET /api/v1/settings', { query: { branch, course } });
    // An answer that was overtaken may be older than a change.
    if (answer && number === loads.current) setFound(answer);
  }, [branch, course]);
  useEffect(() => {
    // Also on mount, because going back restores the page as it was left.
    void load();
    return listenTo(window, ['focus', 'pageshow', 'online'], () => void load());
  }, [load]);

  const show = async (kind: Done, replied: Replied<unknown>, change: Change): Promise<boolean> => {
    if (replied.is !== 'unreachable') await load();
    setToast(replied.is === 'done' ? { kind, change } : { kind: 'refused', refusal: replied });
    return replied.is === 'done';
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
      const replied = await callApi('POST /api/v1/settings', { body: { key, ...at, value, after } });
      const { before, change } = replied.is === 'done' ? replied.answer : { before: null, change: 0 };
      return show(kind, replied, { of: 'setting', key, at, before, now: value, after: change });
    });
  const setBranch = (kind: Done, number: number, member: BranchMember, before: string, now: string) =>
    sendOnce(`${member} ${number}`, async () => {
      const request = { query: { number }, body: { [member]: now }, withinMs: WITH_HISTORY_MS };
      const replied = await callApi('POST /api/v1/branches/:number', request);
      return show(kind, replied, { of: 'branch', number, member, before, now });
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
