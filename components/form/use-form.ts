import { type FormEvent, useState } from 'react';

/** The texts in the fields of a form, by their name; empty for a field that is not there. */
export type Fields = {
  /** Without white space around it. */
  text: (name: string) => string;
  /** As it was typed, for passwords. */
  typed: (name: string) => string;
};

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
