import type { Ago, Moment } from '../time/ago';

function ago(when: Ago): string {
  switch (when.on) {
    case 'now':
      return 'just now';
    case 'seconds':
      return `${when.count} s ago`;
    case 'minutes':
      return `${when.count} min ago`;
    case 'today':
      return `today ${when.clock}`;
    case 'yesterday':
      return `yesterday ${when.clock}`;
    case 'weekday':
      return `${when.weekday} ${when.clock}`;
    case 'date':
      return `${when.date} ${when.clock}`;
  }
}

/** After "since": today's clock needs no day. */
function since(when: Moment): string {
  return when.on === 'today' ? when.clock : ago(when);
}

/** All words of the pages. One object, so that another language is one more object of its type. */
export const en = {
  /** For `html lang`. */
  language: 'en',
  /** Names days and months; a clock of 24 hours. */
  locale: 'en-GB',
  product: 'Heatlamp',
  description: 'A kitchen display for restaurants that serve by course',
  ago,

  link: {
    live: 'live',
    lastAnswer: (clock: string) => `last answer ${clock}`,
    noAnswerFor: (seconds: number) => `No answer for ${seconds} s`,
    noScript: 'This browser runs no scripts, so what stands here grows old: reload the page to see it as it is now.',
  },

  /** A title is its sentences: a line breaks between them first. */
  standing: {
    'no-subscription': {
      title: ['Running.', 'Nothing is connected yet.'],
      lead: 'Three steps to a lit kitchen wall. The first is the POS.',
    },
    'nothing-arrived': {
      title: ['Running.', 'Waiting for the POS.'],
      lead: 'Nothing has arrived yet. The first delivery shows here within seconds.',
    },
    'no-screen': {
      title: ['Deliveries arrive.', 'No screen yet.'],
      lead: (when: string) => `Last delivery ${when} from the POS. Nobody can look at it yet.`,
      announced: 'Nobody can look at them yet: add a screen.',
    },
    running: {
      title: ['Running.'],
      lead: (when: string) => `Last delivery ${when} from the POS`,
      announced: 'Deliveries arrive from the POS.',
    },
    quiet: {
      title: ['Running.', 'The POS is quiet.'],
      lead: (when: Moment) => `Nothing from the POS since ${since(when)}`,
      note: 'Normal while the restaurant is closed. During service, look at the POS and its network.',
    },
    unreadable: {
      title: ['Running, but the database cannot be read.'],
      lead: 'Deliveries may still be kept. The doctor says what is wrong and what to do.',
    },
    slow: {
      title: ['Waiting for an answer…'],
      lead: (clock: string) => `What stands below was true at ${clock}. This page keeps asking.`,
      announced: 'Heatlamp has not answered for some seconds. This page keeps asking.',
    },
    lost: {
      title: ['Heatlamp does not answer.'],
      lead: (clock: string) => `What stands below was true at ${clock}. This page comes back by itself.`,
      offline: (clock: string) => `This device has no network. What stands below was true at ${clock}.`,
      announced: 'Heatlamp does not answer. This page comes back by itself.',
    },
  },

  steps: {
    title: 'Set-up',
    marks: { done: 'done', next: 'next', later: 'later' },
    none: 'none yet',
    subscription: {
      title: 'Subscription',
      done: 'The POS may post',
      open: 'The POS cannot post yet',
    },
    delivery: {
      title: 'Last delivery',
      done: (clock: string) => `arrived at ${clock}`,
      open: 'Nothing has arrived',
    },
    screen: {
      title: 'Screens',
      done: (screens: number) => (screens === 1 ? 'One device may look' : `${screens} devices may look`),
      open: 'Nobody can look yet',
    },
  },

  connect: {
    title: 'Next: connect the POS',
    again: 'Connect another POS',
    inPos: 'In the POS back office, make a subscription',
    baseUrl: 'Base URL',
    loopback:
      'This address works on this machine only. If the POS runs elsewhere, put this machine’s network name or address in place of the host.',
    id: 'Subscription id',
    idHint: 'a name of your choice, such as the restaurant’s',
    secret: 'Secret key',
    secretHint: 'Base64 text, the same on both sides',
    events: 'Events',
    blocking: 'Blocking',
    blockingHint: 'no, for all three: the till need not wait for the kitchen',
    inHeatlamp: 'On Heatlamp’s machine, in its folder, say the same',
    inHeatlampHint:
      'The id and the secret key of the back office go in the marked places. Leave the secret out, and Heatlamp makes one and prints it for the back office.',
  },

  deliver: {
    title: 'Next: start a course',
    lead: 'Let somebody start a course at the till. If nothing shows here within seconds, look at these three.',
    url: 'The base URL in the back office is this one, and the POS can reach it',
    events: 'These events are chosen',
    doctor: 'The doctor tells what was refused, and why',
  },

  screen: {
    title: 'Next: add a screen',
    again: 'Add a screen',
    lead: 'On Heatlamp’s machine, in its folder. It prints a link with a key for that one screen, once: open it there.',
    hint: 'The name is yours to choose; the branch is the number that the POS knows it by.',
  },

  findServer: {
    title: 'Where to look',
    checks: [
      'Is the machine that it runs on switched on?',
      'Are that machine and this device on the same network?',
      'Was Heatlamp stopped? Then start it there, in its folder:',
    ],
  },

  doctor: { title: 'Next: ask the doctor', lead: 'On Heatlamp’s machine, in its folder.' },

  copy: {
    copy: 'Copy',
    copied: 'Copied',
    byHand: 'Press Ctrl+C',
    what: { baseUrl: 'the base URL', command: 'the command' },
  },

  notFound: {
    title: 'There is no page here.',
    lead: 'The address may be mistyped, or the page belongs to another version of Heatlamp.',
    home: 'Is Heatlamp running?',
  },
};

export type Words = typeof en;
