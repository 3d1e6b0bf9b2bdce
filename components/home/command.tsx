import { Fragment } from 'react';
import { commandParts } from './command-parts';
import { CopyLine } from './copy-line';

/** A shell command with its placeholders marked. */
export function Command({ line }: { line: string }) {
  return (
    <CopyLine text={line} what="command">
      {commandParts(line).map(({ text, at, isBlank }) => (
        <Fragment key={at}>
          {at > 0 && ' '}
          {isBlank ? (
            <mark className="whitespace-nowrap rounded-sm bg-amber px-1 text-ink">{text}</mark>
          ) : (
            <span className="whitespace-nowrap">{text}</span>
          )}
        </Fragment>
      ))}
    </CopyLine>
  );
}
