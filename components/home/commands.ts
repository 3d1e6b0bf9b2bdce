import { COMMAND, IS_RELEASE } from '../../lib/release';

/** Commands for Heatlamp's machine. The server prints the same lines when it starts. */
export const COMMANDS = {
  subscription: `${COMMAND} subscription add --id <id> --secret <secret>`,
  screen: `${COMMAND} screen add --name "Hot kitchen" --branch 1 --view kitchen`,
  doctor: `${COMMAND} doctor`,
  start: IS_RELEASE ? 'heatlamp' : 'npm start',
} as const;
