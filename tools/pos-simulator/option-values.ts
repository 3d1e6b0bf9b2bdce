import { InvalidArgumentError } from 'commander';
import { offsetOf } from './timestamp';

// Each parses the text of one option, or throws what is expected; commander adds the name of the option.

/** A whole number from `least` on. */
export function wholeFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`A whole number from ${least} on is needed.`);
  };
}

/** A share of the deliveries, 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('A share from 0 to 1 is needed, such as 0.1.');
}

/** How many times faster, Infinity for `max`. */
export function speed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('A number above 0 or max is needed.');
}

/** A seed: 32 bits, so that it can be typed again. */
export function seed(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value < 2 ** 32) return value;
  throw new InvalidArgumentError(`A whole number below ${2 ** 32} is needed.`);
}

/** Where Heatlamp listens. */
export function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:') return url;
  throw new InvalidArgumentError('An address such as http://127.0.0.1:3000 is needed.');
}

/** An instant with its offset. */
export function timestamp(text: string): string {
  if (offsetOf(text) !== null) return text;
  throw new InvalidArgumentError('A time stamp such as 2026-06-19T17:30:00+02:00 is needed.');
}

/** Whether an address is on this machine, so that nothing posted there reaches a real kitchen. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
