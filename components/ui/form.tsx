'use client';

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

type Option = { value: string; label: string };
type SelectFieldProps = {
  label: string;
  value: string;
  options: readonly (Option | { label: string; options: readonly Option[] })[];
  choose: (value: string) => void;
};

const FIELD = 'min-h-11 rounded-lg border border-line bg-sheet px-3 font-semibold hover:border-text-quiet';

/** Keys that change a day; others open the calendar. */
const TYPING = /^(?:\d|Arrow.*|Backspace|Delete)$/;

type Choice<Value> = { value: Value; name: string; about: string };
type ChoiceCardsProps<Value> = {
  label: string;
  choices: readonly Choice<Value>[];
  chosen: Value;
  choose: (value: Value) => void;
};

/** The texts in the fields of a form, by their name; empty for a field that is not there. */
export type Fields = {
  /** Without white space around it. */
  text: (name: string) => string;
  /** As it was typed, for passwords. */
  typed: (name: string) => string;
};

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

/** Returns a submit handler that hands over the fields instead of leaving the page. */
export function submitHandler(take: (fields: Fields) => unknown): (event: FormEvent<HTMLFormElement>) => void {
  return (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = (name: string) => String(form.get(name) ?? '');
    void take({ text: (name) => typed(name).trim(), typed });
  };
}

/**
 * The state of a form that sends one request at a time. `send` resolves to why it failed, in words for the user, or to
 * null.
 */
export function useForm(send: (fields: Fields) => Promise<string | null>) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const onSubmit = submitHandler(async (fields) => {
    if (isBusy) return;
    setIsBusy(true);
    const next = await send(fields);
    setIsBusy(false);
    setProblem(next);
  });
  return { onSubmit, isBusy, problem };
}

/** One of a few values, each with an explanation. */
export function ChoiceCards<Value extends string>({ label, choices, chosen, choose }: ChoiceCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map(({ value, name: title, about }) => (
          <label
            key={value}
            className="flex min-h-12 items-start gap-3 rounded-lg border border-line bg-sheet px-3.5 py-2.5 has-checked:border-text has-checked:bg-shade"
          >
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              onChange={() => choose(value)}
              className="mt-1 h-5 w-5 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-text-quiet">{about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A field for one of several values. */
export function SelectField({ label, value, options, choose }: SelectFieldProps) {
  const id = useId();
  return (
    <span className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-text-quiet">
        {label}
      </label>
      <select id={id} className={`${FIELD} max-w-60`} value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) =>
          'options' in option ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map((inner) => (
                <option key={inner.value} value={inner.value}>
                  {inner.label}
                </option>
              ))}
            </optgroup>
          ) : (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ),
        )}
      </select>
    </span>
  );
}

/**
 * A field for a day of the calendar. A typed day applies on Enter or blur, because every key makes another one; a picked
 * day applies at once.
 */
export function DayField({ label, value, choose }: { label: string; value: string; choose: (day: string) => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isTyping = useRef(false);
  // Set only when the address has changed: a controlled field would lose what is being typed.
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  const apply = (input: HTMLInputElement) => {
    isTyping.current = false;
    if (input.value === '') input.value = value;
    else if (input.value !== value) choose(input.value);
  };
  return (
    <span className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-text-quiet">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="date"
        className={FIELD}
        defaultValue={value}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget);
          else if (TYPING.test(key)) isTyping.current = true;
        }}
        onChange={({ target }) => !isTyping.current && apply(target)}
        onBlur={({ target }) => isTyping.current && apply(target)}
      />
    </span>
  );
}

/** A text field that applies on Enter or blur. */
export function TextField({ label, value, choose }: { label: string; value: string; choose: (text: string) => void }) {
  const id = useId();
  return (
    <form
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        choose(String(new FormData(event.currentTarget).get('text') ?? '').trim());
      }}
    >
      <label htmlFor={id} className="text-sm text-text-quiet">
        {label}
      </label>
      <input
        // The address may change under the field, for example by going back.
        key={value}
        id={id}
        name="text"
        type="search"
        maxLength={200}
        defaultValue={value}
        className={`${FIELD} w-44 font-normal`}
        onBlur={(event) => event.target.value.trim() !== value && event.target.form?.requestSubmit()}
      />
    </form>
  );
}
