import { encode } from 'uqr';

/** Modules of white that a reader needs around a code. */
const QUIET_ZONE = 4;

/** A QR code, as wide as its place; dark on light in every colour scheme, as cameras expect it. `label` says what it is for people who cannot see it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block w-full"
    >
      <rect width={size} height={size} className="fill-card" />
      <path d={path} className="fill-ink" />
    </svg>
  );
}
