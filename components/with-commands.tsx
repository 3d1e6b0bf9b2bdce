import type { ReactNode } from 'react';

/** What stands between backquotes is a command, and set as one. */
export function withCommands(text: string): ReactNode[] {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} className="whitespace-nowrap font-mono text-[0.9em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
