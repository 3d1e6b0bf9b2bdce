import { type RefObject, useEffect, useRef } from 'react';

/** Shows a dialog while `isOpen`; its element must have the returned reference. */
export function useDialog(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return dialog;
}
