/** The words of a screen that may go to sleep, in English. */
export const restEn = {
  rest: {
    maySleep: 'This screen may go to sleep: the browser does not keep it awake',
    maySleepInsecure: 'This screen may go to sleep: browsers keep it awake over HTTPS only',
  },
} as const;
