import { renderUnicodeCompact } from 'uqr';
import type { Core } from './core';
import { reachableOrigins } from './http/own-addresses';
import { hasOwner } from './people/people';
import { isDevice } from './screens/screens';

type Deps = Pick<Core, 'config' | 'subscriptions' | 'screens' | 'people' | 'setUpLink'>;

/**
 * What to do before the POS can post and screens can be opened: while there is no owner, a one-time link and its QR
 * code. Empty after set-up. `port` is the one that the server listens on.
 */
export function startUpHints({ config, subscriptions, screens, people, setUpLink }: Deps, port: number): string[] {
  const unknown = config.unknownVariables.map(
    ({ name, meant }) =>
      `${name} is not a variable of Heatlamp, and has no effect${meant ? `: is ${meant} meant?` : ''}`,
  );
  const origins = reachableOrigins({ ...config, port });
  if (!hasOwner(people())) return [...unknown, ...firstRun(origins, setUpLink.token)];
  const hasScreen = [...screens().values()].some(isDevice);
  if (hasScreen && subscriptions().size > 0) return unknown;
  const pages = origins.map((origin) => `${origin}/manager/setup`).join(' or ');
  return [...unknown, `The set-up is not complete. An owner goes on with it at ${pages}`];
}

/** A link and QR code with the token in the fragment, which browsers do not send. */
function firstRun(origins: readonly string[], token: string): string[] {
  const links = origins.map((origin) => `${origin}/setup#${token}`);
  return [
    '',
    `Nobody has set up Heatlamp yet. Open ${links.length > 1 ? 'one of these links' : 'this link'} once, on a phone or computer in the same network:`,
    ...links.map((link) => `  ${link}`),
    '',
    // Light modules are drawn, for terminals with a dark ground.
    renderUnicodeCompact(links[0] ?? '', { border: 2 }),
  ];
}
