/** The product name, the same in every language. */
export const PRODUCT = 'Heatlamp';

/** Name in the corner of plain pages. */
export function Brand() {
  return (
    <span className="flex items-center gap-3 font-bold text-xl tracking-tight">
      <svg viewBox="0 0 32 32" className="h-8 w-8" aria-hidden="true">
        <path d="M9 20 4 32h24l-5-12z" fill="currentColor" opacity=".22" />
        <path d="M16 0v8" stroke="currentColor" strokeWidth="2" />
        <path d="M13 7h6l1 3c3.5 1.5 5.5 4.5 5.5 9v1h-19v-1c0-4.5 2-7.5 5.5-9z" fill="currentColor" />
      </svg>
      {PRODUCT}
    </span>
  );
}
