export type Light = 'on' | 'dim' | 'off';

const GLOW: Readonly<Record<Light, string>> = { on: 'opacity-100', dim: 'opacity-35', off: 'opacity-0' };
const BULB: Readonly<Record<Light, string>> = { on: 'fill-glow', dim: 'fill-glow/45', off: 'fill-line' };

/**
 * The lamp above the pass: warm while deliveries arrive, dark while the server does not answer. Decorative: the text
 * says the same.
 */
export function Lamp({ light }: { light: Light }) {
  return (
    <svg
      viewBox="0 0 300 420"
      aria-hidden="true"
      className="pointer-events-none -mb-10 hidden h-72 shrink-0 select-none sm:block"
    >
      <defs>
        <linearGradient id="lamp-cone" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--color-glow)" stopOpacity=".62" />
          <stop offset="1" stopColor="var(--color-glow)" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="lamp-halo">
          <stop offset="0" stopColor="var(--color-glow)" stopOpacity=".75" />
          <stop offset="1" stopColor="var(--color-glow)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g className={`transition-opacity duration-700 ${GLOW[light]}`}>
        <path d="M86 202 10 420h280L214 202z" fill="url(#lamp-cone)" />
        <circle cx="150" cy="206" r="84" fill="url(#lamp-halo)" />
      </g>
      <path d="M150 0v92" stroke="currentColor" strokeWidth="4" />
      <path
        d="M104 202a46 46 0 0 0 92 0z"
        className={`transition-colors duration-700 ${BULB[light]}`}
        stroke="currentColor"
        strokeWidth="4"
      />
      <path d="M134 88h32l6 22c34 12 56 44 58 92H70c2-48 24-80 58-92z" fill="currentColor" />
    </svg>
  );
}
