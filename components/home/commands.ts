/** Commands for Heatlamp's machine. The server prints the same lines when it starts. */
export const COMMANDS = {
  subscription: 'npm run -s heatlamp -- subscription add --id <id> --secret <secret>',
  screen: 'npm run -s heatlamp -- screen add --name "Hot kitchen" --branch 1 --view kitchen',
  doctor: 'npm run -s heatlamp -- doctor',
  start: 'npm start',
} as const;

/** The POS's names of kitchen events. */
export const EVENTS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;
