import { InvalidArgumentError } from 'commander';

/** A count or a seed from the command line. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('must be a whole number.');
  return number;
}

/** @throws InvalidArgumentError */
export function positiveNumber(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError('must be at least 1.');
  return number;
}

/** A list with commas. @throws InvalidArgumentError */
export function positiveNumbers(text: string): number[] {
  return text.split(',').map(positiveNumber);
}
