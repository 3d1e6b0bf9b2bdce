import { useLayoutEffect, useRef } from 'react';
import { BUTTON } from './page-head';

type Props<Step> = {
  step: Step;
  /** The step that is open. */
  open: Step | null;
  setOpen: (step: Step | null) => void;
  children: string;
};

/** Opens and closes a form below what it changes. When the form closes with the focus in it, it takes the focus back. */
export function StepButton<Step extends string>({ step, open, setOpen, children }: Props<Step>) {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = open === step;
  const wasOpen = useRef(isOpen);
  // Before the page looks for another element near the form.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <button
      ref={button}
      type="button"
      className={`${BUTTON} px-3.5`}
      aria-expanded={isOpen}
      onClick={() => setOpen(isOpen ? null : step)}
    >
      {children}
    </button>
  );
}
