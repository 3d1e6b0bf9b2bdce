import type { ReactNode } from 'react';
import { COMMAND } from '../lib/release';

/** Shows text between backquotes as a command; `heatlamp` at its beginning is replaced by how it is called here. */
export function withCommands(text: string): ReactNode[] {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} className="whitespace-nowrap font-mono text-[0.9em]">
        {part.replace(/^heatlamp\b/, COMMAND)}
      </code>
    ) : (
      part
    ),
  );
}
