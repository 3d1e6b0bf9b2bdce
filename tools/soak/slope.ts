/** A figure at an instant, in simulated hours. */
export type Point = { hour: number; value: number };

/** Growth of a figure per hour, by least squares; NaN with fewer than two instants. */
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
