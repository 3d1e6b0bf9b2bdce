/** What a figure was at a moment, in simulated hours. */
export type Point = { hour: number; value: number };

/** How much a figure grows in an hour, by least squares; not a number where there are not two moments. */
export function slopeOf(points: readonly Point[]): number {
  const meanHour = meanOf(points.map(({ hour }) => hour));
  const meanValue = meanOf(points.map(({ value }) => value));
  let together = 0;
  let alone = 0;
  for (const { hour, value } of points) {
    together += (hour - meanHour) * (value - meanValue);
    alone += (hour - meanHour) ** 2;
  }
  return alone === 0 ? Number.NaN : together / alone;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
