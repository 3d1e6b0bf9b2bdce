import { describe, expect, it } from 'vitest';
import { textSize, touchSize, usualDistance, type Viewing } from './type-scale';

const seen = (overrides: Partial<Viewing> = {}): Viewing => ({
  width: 1920,
  height: 1080,
  diagonal: 32,
  distance: 2,
  zoom: 0,
  ...overrides,
});

it.each([
  { diagonal: 21.5, size: 65 },
  { diagonal: 32, size: 44 },
  { diagonal: 43, size: 33 },
])('is $size px on $diagonal inches, 1920 px wide, at 2 m', ({ diagonal, size }) => {
  expect(Math.round(textSize(seen({ diagonal })))).toBe(size);
});

it('scales with distance and pixels, so that the visual angle stays the same', () => {
  expect(textSize(seen({ distance: 3 }))).toBeCloseTo(textSize(seen()) * 1.5);
  expect(textSize(seen({ width: 3840, height: 2160 }))).toBeCloseTo(textSize(seen()) * 2);
});

it('zooms in steps of a tenth, and never below the smallest readable size', () => {
  expect(textSize(seen({ zoom: 5 }))).toBeCloseTo(textSize(seen()) * 1.5);
  expect(textSize(seen({ zoom: -3 }))).toBeCloseTo(textSize(seen()) * 0.7);
  expect(textSize(seen({ distance: 0.3, zoom: -5 }))).toBe(14);
});

describe('the touch size', () => {
  it.each([
    { diagonal: 21.5, px: 81 },
    { diagonal: 32, px: 54 },
    { diagonal: 43, px: 48 },
  ])('is 20 mm on a wall of $diagonal inches, and never under 48 px: $px px', ({ diagonal, px }) => {
    expect(Math.round(touchSize(seen({ diagonal })))).toBe(px);
  });

  it('is 48 px on a device that is held, however dense its pixels are', () => {
    expect(touchSize(seen({ width: 800, height: 1280, diagonal: 10.1 }))).toBe(48);
    expect(touchSize(seen({ width: 1600, height: 2560, diagonal: 10.1 }))).toBe(48);
  });
});

it.each([
  [10.1, 0.65],
  [15.6, 1],
  [21.5, 1.35],
  [24, 1.5],
  [32, 2],
  [43, 2],
  [55, 2],
])('a wall of %f inches is read from %f m, unless the address gives another distance', (diagonal, metres) => {
  expect(usualDistance(diagonal)).toBe(metres);
});
