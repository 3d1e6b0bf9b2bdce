'use client';

import { type ComponentType, useEffect, useState } from 'react';
import type { SoundEvent } from './sound-options';

type Fields = typeof import('./at-work');
type Events = { events?: readonly SoundEvent[] };

/** Two fields of a menu: whether there is sound, and how loud it is. */
export function SoundChoices() {
  return <Fetched choose={({ SoundChoices: Choices }) => Choices} />;
}

/** A row of buttons that each play one sound, whatever is chosen. `events` are those that the page has. */
export function SoundTest({ events }: Events) {
  return <Fetched choose={({ SoundTest: Test }) => Test} {...(events ? { events } : {})} />;
}

/** Nothing until they are there, and nothing where they cannot be fetched: a board must not fall over its menu. */
function Fetched({ choose, ...props }: Events & { choose: (fields: Fields) => ComponentType<Events> }) {
  const [fields, setFields] = useState<Fields | null>(null);
  useEffect(() => {
    import('./at-work').then(setFields, () => {});
  }, []);
  const Part = fields && choose(fields);
  return Part && <Part {...props} />;
}
