import { type RefObject, useEffect, useRef } from 'react';
import { listenTo } from '../browser';

const UNUSED_MS = 2 * 60_000;

/**
 * Shows a dialog while `isOpen`; its element must have the returned reference. Closes it after two minutes without a touch
 * or a key, so that a forgotten dialog does not cover the board all evening.
 */
export function useDialog(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen) return element?.close();
    element?.showModal();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => element?.close(), UNUSED_MS);
    };
    wait();
    const stop = listenTo(window, ['pointerdown', 'keydown', 'wheel', 'input'], wait);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOpen]);
  return dialog;
}
