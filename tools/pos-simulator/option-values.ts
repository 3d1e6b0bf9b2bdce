import { InvalidArgumentError } from 'commander';
import { offsetOf } from './timestamp';

// Parsers of options. They throw the expected form; commander adds the name of the option.

/** A whole number of at least `min`. */
export function wholeFrom(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
    throw new InvalidArgumentError(`Expected a whole number of at least ${min}.`);
  };
}

/** A number above 0, also with a fraction. */
export function aboveZero(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number above 0.');
}

/** A share of the deliveries, 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a share from 0 to 1, such as 0.1.');
}

/** How many times faster, Infinity for `max`. */
export function speed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number above 0, or max.');
}

/** A 32-bit seed. */
export function seed(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value < 2 ** 32) return value;
  throw new InvalidArgumentError(`Expected a whole number below ${2 ** 32}.`);
}

/** An HTTP address. */
export function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:') return url;
  throw new InvalidArgumentError('Expected an address such as http://127.0.0.1:3000.');
}

/** An instant with its offset. */
export function timestamp(text: string): string {
  if (offsetOf(text) !== null) return text;
  throw new InvalidArgumentError('Expected a time stamp such as 2026-06-19T17:30:00+02:00.');
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
