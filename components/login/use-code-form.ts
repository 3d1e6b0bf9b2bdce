import { type FormEvent, type RefObject, useEffect, useRef } from 'react';

type CodeForm = {
  field: RefObject<HTMLInputElement | null>;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
};

/** The form of a `CodeField`, which is focused. `send` resolves to whether the code must be typed again: it is selected. */
export function useCodeForm(send: (code: string) => Promise<boolean>): CodeForm {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return {
    field,
    async submit(event) {
      event.preventDefault();
      const code = String(new FormData(event.currentTarget).get('code')).trim();
      if (await send(code)) field.current?.select();
    },
  };
}
