import { wholeFrom } from '../pos-simulator/option-values';

/** A seed, or a limit that may be 0. @throws InvalidArgumentError */
export const wholeNumber = wholeFrom(0);

/** A count: of 0 requests, kills or screens a rig would pass without a check. @throws InvalidArgumentError */
export const positiveNumber = wholeFrom(1);

/** A list with commas. @throws InvalidArgumentError */
export function positiveNumbers(text: string): number[] {
  return text.split(',').map(positiveNumber);
}
