/** How many characters a password has at least: length is what makes guessing hopeless. */
export const SHORTEST_PASSWORD = 10;
/** At most: what is hashed has an end. */
export const LONGEST_PASSWORD = 128;
