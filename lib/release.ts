/** Whether this program was unpacked from a release, and has no npm scripts. Set when the release is bundled. */
export const IS_RELEASE = process.env.HEATLAMP_RELEASE === '1';

/** How the command line is called. */
export const COMMAND = IS_RELEASE ? 'heatlamp' : 'npm run -s heatlamp --';
