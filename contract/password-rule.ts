/** How many characters a password has at least: length is what makes guessing hopeless. */
export const MIN_PASSWORD_LENGTH = 10;
/** Longest password: hashing must be bounded. */
export const MAX_PASSWORD_LENGTH = 128;
