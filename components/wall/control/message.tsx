import type { ReactNode } from 'react';

/** A message over the wall, at its foot; it never receives a touch. `of` names its cause. */
export function Message({ of, children }: { of: 'keys' | 'touch'; children: ReactNode }) {
  return (
    <div
      role="status"
      className="-translate-x-1/2 pointer-events-none absolute bottom-6 left-1/2 w-max max-w-[94%] text-[max(0.72em,1rem)]"
      data-message-of={of}
    >
      {children && (
        <p className="text-balance rounded-[0.5em] px-10 py-5 text-center font-semibold ring-[0.15em] ring-sheet inverse">
          {children}
        </p>
      )}
    </div>
  );
}
