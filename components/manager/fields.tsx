'use client';

import { useEffect, useId, useRef } from 'react';

type Option = { value: string; label: string };
type Props = {
  label: string;
  value: string;
  options: readonly (Option | { label: string; options: readonly Option[] })[];
  choose: (value: string) => void;
};

const FIELD = 'min-h-11 rounded-lg border border-line bg-sheet px-3 font-semibold hover:border-text-quiet';

/** A field for one of several values. */
export function SelectField({ label, value, options, choose }: Props) {
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

/** Keys that change a day; others open the calendar. */
const TYPING = /^(?:\d|Arrow.*|Backspace|Delete)$/;

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
