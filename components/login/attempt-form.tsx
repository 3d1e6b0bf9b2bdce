import type { ReactNode } from 'react';
import { type Fields, submitHandler } from '../ui/form';
import { SubmitButton } from './fields';
import { TroubleLine } from './trouble-line';
import type { Attempt } from './use-attempt';

type Props = {
  attempt: Attempt;
  send: (fields: Fields) => unknown;
  submit: string;
  className: string;
  /** Below what was wrong. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A form of the sign-in: its fields, its button, and what was wrong with the last attempt. */
export function AttemptForm({ attempt, send, submit, className, footer, children }: Props) {
  return (
    // A browser that submits before hydration must not put the password in the address.
    <form method="post" noValidate onSubmit={submitHandler(send)} className={`flex flex-col gap-4 ${className}`}>
      {children}
      <SubmitButton isOff={attempt.isWorking || attempt.waitSeconds > 0}>{submit}</SubmitButton>
      <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
      {footer}
    </form>
  );
}
