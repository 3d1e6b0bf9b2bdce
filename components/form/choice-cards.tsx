'use client';

import { useId } from 'react';

type Choice<Value> = { value: Value; name: string; about: string };
type Props<Value> = {
  label: string;
  choices: readonly Choice<Value>[];
  chosen: Value;
  choose: (value: Value) => void;
};

/** One of a few values, each with an explanation. */
export function ChoiceCards<Value extends string>({ label, choices, chosen, choose }: Props<Value>) {
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
