import { type RefObject, useEffect, useRef } from 'react';
import type { Fields } from '../ui/form';

type CodeForm = {
  field: RefObject<HTMLInputElement | null>;
  send: (fields: Fields) => Promise<void>;
};

/** The form of a `CodeField`, which is focused. `sendCode` resolves to whether the code must be typed again: it is selected. */
export function useCodeForm(sendCode: (code: string) => Promise<boolean>): CodeForm {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return {
    field,
    async send({ text }) {
      if (await sendCode(text('code'))) field.current?.select();
    },
  };
}
