/** A figure at an instant, in simulated hours. */
export type Point = { hour: number; value: number };

/** Growth of a figure per hour, by least squares; NaN with fewer than two instants. */
export function slopeOf(points: readonly Point[]): number {
  const meanHour = meanOf(points.map(({ hour }) => hour));
  const meanValue = meanOf(points.map(({ value }) => value));
  let covariance = 0;
  let variance = 0;
  for (const { hour, value } of points) {
    covariance += (hour - meanHour) * (value - meanValue);
    variance += (hour - meanHour) ** 2;
  }
  return variance === 0 ? Number.NaN : covariance / variance;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
