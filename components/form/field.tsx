'use client';

import { type FormEvent, type ReactNode, useId } from 'react';

/** Style of a text field or a selection on a page. */
export const INPUT = 'min-h-12 w-full rounded-lg border border-text-quiet bg-sheet px-3.5';

/** Attributes of a text field that must not be empty: white space is no text, as on the server. */
export const REQUIRED = {
  required: true,
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    if (currentTarget.value.trim() === '') currentTarget.value = '';
  },
};

type Props = {
  label: string;
  /** A hint that is shown, and read aloud, with the label. */
  help?: string | undefined;
  /** Id of another element that describes the control, such as a `ProblemLine`. */
  describedBy?: string;
  /** Gets the attributes that connect the control with its label and hint. */
  children: (control: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
};

/** A control of a form with its label. */
export function Field({ label, help, describedBy, children }: Props) {
  const id = useId();
  const helpId = `${id}-help`;
  const descriptions = [help ? helpId : '', describedBy ?? ''].filter((each) => each !== '');
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {help && (
        <p id={helpId} className="max-w-prose text-pretty text-text-quiet">
          {help}
        </p>
      )}
      {children({ id, 'aria-describedby': descriptions.join(' ') || undefined })}
    </div>
  );
}
