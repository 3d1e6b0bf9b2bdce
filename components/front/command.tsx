import { Fragment } from 'react';
import { Copyable } from '../copy/copyable';
import { en } from '../words/en';
import { commandParts } from './command-parts';

/** A command for the console; what the reader has to fill in is marked. */
export function Command({ line }: { line: string }) {
  return (
    <Copyable text={line} what={en.copy.what.command}>
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
    </Copyable>
  );
}
