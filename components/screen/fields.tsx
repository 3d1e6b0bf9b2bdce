'use client';

import type { ReactNode } from 'react';
import type { Chosen } from './chosen';

type Of<Options> = { chosen: Chosen<Options>; name: keyof Options & string; label: string };

/** A field for one of a few values; an empty one stands for the default. */
export function PickField<Options, Value extends string>({
  chosen,
  name,
  label,
  values,
  labelOf,
}: Of<Options> & { values: readonly Value[]; labelOf: (value: Value) => string }) {
  return (
    <Field label={label}>
      <select value={chosen.text(name)} onChange={(event) => chosen.type(name, event.target.value)}>
        {values.map((value) => (
          <option key={value} value={value}>
            {labelOf(value)}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function NumberField<Options>({
  chosen,
  name,
  label,
  step,
  hint,
}: Of<Options> & { step: number; hint?: string }) {
  return (
    <Field label={label}>
      <input
        type="number"
        step={step}
        placeholder={hint}
        defaultValue={chosen.text(name)}
        onChange={(event) => chosen.type(name, event.target.value)}
      />
    </Field>
  );
}

export function TextField<Options>({ chosen, name, label, hint }: Of<Options> & { hint: string }) {
  return (
    <Field label={label}>
      <input
        type="text"
        defaultValue={chosen.text(name)}
        placeholder={hint}
        onChange={(event) => chosen.type(name, event.target.value)}
      />
    </Field>
  );
}

/** A control of a menu, with its label. */
function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label>
      {label}
      {children}
    </label>
  );
}
