'use client';

import { type ComponentType, useEffect, useState } from 'react';
import type { SoundEvent } from './sound-options';

type Fields = typeof import('./sound.lazy');
type Events = { events?: readonly SoundEvent[] };

/** Two fields of a menu: sound on or off, and its volume. */
export function SoundChoices() {
  return <Fetched choose={({ SoundChoices: Choices }) => Choices} />;
}

/** A row of buttons that each play one sound regardless of options. `events` are those of the page. */
export function SoundTest({ events }: Events) {
  return <Fetched choose={({ SoundTest: Test }) => Test} {...(events ? { events } : {})} />;
}

/** Renders nothing until the fields are loaded, or if they fail to load: a menu must not break the board. */
function Fetched({ choose, ...props }: Events & { choose: (fields: Fields) => ComponentType<Events> }) {
  const [fields, setFields] = useState<Fields | null>(null);
  useEffect(() => {
    import('./sound.lazy').then(setFields, () => {});
  }, []);
  const Part = fields && choose(fields);
  return Part && <Part {...props} />;
}
