import { InvalidArgumentError } from 'commander';

/** A count or a seed from the command line. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('must be a whole number.');
  return number;
}
