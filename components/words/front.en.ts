/** The words of the front page, in English. A title has a line for each of its sentences. */
export const frontEn = {
  ago: {
    now: 'just now',
    seconds: '{count} s ago',
    minutes: '{count} min ago',
    today: 'today {clock}',
    yesterday: 'yesterday {clock}',
    weekday: '{weekday} {clock}',
    date: '{date} {clock}',
  },
  link: {
    live: 'live · {clock}',
    managers: 'For managers',
    silent: 'No answer for {seconds} s · last answer {clock}',
    noScript:
      'This browser runs no scripts, so this page does not update by itself: reload it to see how things are now.',
  },
  standing: {
    'no-subscription': {
      title: 'Running.\nNothing is connected yet.',
      lead: 'Three steps to a lit kitchen wall. The first is the POS.',
    },
    'nothing-arrived': {
      title: 'Running.\nWaiting for the POS.',
      lead: 'Nothing has arrived yet. The first delivery shows here within seconds.',
    },
    'no-screen': {
      title: 'Deliveries arrive.\nNo screen yet.',
      lead: 'Last delivery {when} from the POS. Nobody can look at it yet.',
      announced: 'Nobody can look at them yet: add a screen.',
    },
    running: {
      title: 'Running.',
      lead: 'Last delivery {when} from the POS',
      announced: 'Deliveries arrive from the POS.',
    },
    quiet: {
      title: 'Running.\nThe POS is quiet.',
      lead: 'Nothing from the POS since {when}',
      note: 'Normal while the restaurant is closed. During service, look at the POS and its network.',
    },
    unreadable: {
      title: 'Running, but the database cannot be read.',
      lead: 'Deliveries may still be kept. The doctor says what is wrong and what to do.',
    },
    slow: {
      title: 'Waiting for an answer…',
      lead: 'Showing data from {clock}. This page keeps asking.',
      announced: 'Heatlamp has not answered for some seconds. This page keeps asking.',
    },
    lost: {
      title: 'Heatlamp does not answer.',
      lead: 'Showing data from {clock}. This page comes back by itself.',
      offline: 'This device has no network. Showing data from {clock}.',
      announced: 'Heatlamp does not answer. This page comes back by itself.',
    },
  },
  device: {
    paired: {
      title: 'Hello, {name}.',
      lead: 'This screen is paired with {branches}.',
      choose: 'This screen is paired with {branches}. Choose what it shows.',
      noPage: 'This screen is paired with {branches}, but this version of Heatlamp has no page for it.',
    },
    revoked: {
      title: 'This screen was shut out.',
      lead: 'It shows nothing any more. To let it in again takes a new link.',
    },
    unknown: {
      title: 'This screen is not known here.',
      lead: 'Its key is of another Heatlamp, or of one that was set up anew. To let it in takes a new link.',
    },
    choices: 'What this screen can show',
    branch: 'branch {number}',
  },
  view: {
    kitchen: { title: 'Kitchen wall', lead: 'What is cooking, for how long, and what is ready' },
    ready: { title: 'Ready to serve', lead: 'What waits for a waiter, longest first' },
    pass: { title: 'Pass', lead: 'Every table, its courses, and what holds it up' },
    tables: { title: 'Tables', lead: 'How every table stands, and when it last had food' },
    pickup: { title: 'Pickup', lead: 'For guests: whose number is ready at the counter' },
  },
  about: {
    title: 'What Heatlamp is',
    lead: 'It shows the kitchen which courses are cooking, for how long, and which are ready to go out. The POS tells it; screens in the restaurant show it, live.',
    getIn: 'How a screen gets in',
    how: 'This device is not a screen yet. Every screen gets in by a link of its own: whoever manages Heatlamp makes one, it is opened on the screen once, and from then on the screen stays in.',
    command: 'This makes a link, on Heatlamp’s machine, in its folder:',
  },
  newLink: {
    title: 'How it gets in again',
    lead: 'Ask whoever manages Heatlamp for a new link, and open it on this screen. This makes one, on Heatlamp’s machine, in its folder:',
  },
  steps: {
    title: 'Set-up',
    marks: { done: 'done', next: 'next', later: 'later' },
    none: 'none yet',
    subscription: { title: 'Subscription', done: 'The POS may post', open: 'The POS cannot post yet' },
    delivery: { title: 'Last delivery', done: 'arrived at {clock}', open: 'Nothing has arrived' },
    screen: {
      title: 'Screens',
      done: '{count, plural, one {One device may look} other {# devices may look}}',
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
    power: 'Is the machine that it runs on switched on?',
    network: 'Are that machine and this device on the same network?',
    stopped: 'Was Heatlamp stopped? Then start it there, in its folder:',
  },
  doctor: { title: 'Next: ask the doctor', lead: 'On Heatlamp’s machine, in its folder.' },
  copy: { copy: 'Copy', copied: 'Copied', byHand: 'Press Ctrl+C', baseUrl: 'the base URL', command: 'the command' },
} as const;
