import type { Core } from './core';
import { reachableOrigins } from './http/own-addresses';

/** What to do before the POS can post and screens can be opened. Empty after set-up. */
export function startUpHints({
  config,
  subscriptions,
  screens,
  people,
}: Pick<Core, 'config' | 'subscriptions' | 'screens' | 'people'>): string[] {
  const hints = config.unknownVariables.map(
    ({ name, meant }) =>
      `${name} is not a variable of Heatlamp, and has no effect${meant ? `: is ${meant} meant?` : ''}`,
  );
  if (subscriptions().size === 0) {
    hints.push(
      'No subscription yet: the POS cannot post. Add the one from its back office:',
      '  npm run -s heatlamp -- subscription add --id <id> --secret <secret>',
    );
  }
  if (![...screens().values()].some((screen) => screen.revokedAt === null)) {
    hints.push(
      `No screen is paired yet. Open ${reachableOrigins(config)
        .map((origin) => `${origin}/pair`)
        .join(' or ')} on one,`,
      'and approve its code as a manager. Or have a link printed:',
      '  npm run -s heatlamp -- screen add --name "Hot kitchen" --branch 1 --view kitchen',
    );
  }
  if (!people().managers.some(({ role }) => role === 'owner')) {
    hints.push(
      'No owner yet: nobody can see history and reports. Add yourself, and open the link that it prints:',
      '  npm run -s heatlamp -- manager add <your name> --role owner',
    );
  }
  return hints;
}
