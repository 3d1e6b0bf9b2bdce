import { BUTTON } from './page-head';

type Props<Step> = {
  step: Step;
  /** The step that is open. */
  open: Step | null;
  setOpen: (step: Step | null) => void;
  children: string;
};

/** Opens and closes a form below what it changes. */
export function StepButton<Step extends string>({ step, open, setOpen, children }: Props<Step>) {
  return (
    <button
      type="button"
      className={`${BUTTON} px-3.5`}
      aria-expanded={open === step}
      onClick={() => setOpen(open === step ? null : step)}
    >
      {children}
    </button>
  );
}
