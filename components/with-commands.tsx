import type { ReactNode } from 'react';

/** Shows text between backquotes as a command. */
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
