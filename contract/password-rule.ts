/** How many characters a password has at least: length is what makes guessing hopeless. */
export const SHORTEST_PASSWORD = 10;
/** Longest password: hashing must be bounded. */
export const LONGEST_PASSWORD = 128;
