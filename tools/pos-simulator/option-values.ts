import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { Delivery, Truth } from './generate-service';

// Parsers of options. They throw the expected form; commander adds the name of the option.

/** A whole number of at least `min`. */
export function wholeFrom(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
    throw new InvalidArgumentError(`Expected a whole number of at least ${min}.`);
  };
}

/** A number above 0 and at most `max`, also with a fraction. */
export function aboveZero(max = Number.MAX_VALUE): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (value > 0 && value <= max) return value;
    throw new InvalidArgumentError(`Expected a number above 0${max < Number.MAX_VALUE ? `, at most ${max}` : ''}.`);
  };
}

/** The truth file of a service file: `evening.truth.json` beside `evening.jsonl`. */
export function truthFileOf(file: string): string {
  return `${file.replace(/\.jsonl$/, '')}.truth.json`;
}

/** Reads the deliveries of a service file, one JSON object per line. @throws Error if it cannot be read */
export function readDeliveries(file: string): Delivery[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Delivery);
}

/** Reads a truth file. @throws Error if it cannot be read */
export function readTruth(file: string): Truth {
  return JSON.parse(readFileSync(file, 'utf8')) as Truth;
}
