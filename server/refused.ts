/** A command or request that cannot be carried out as it was given; its message is for who gave it. */
export class Refused extends Error {}
