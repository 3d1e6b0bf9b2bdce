/** A command or request that cannot be carried out. Its message is shown to the user who gave it. */
export class UserError extends Error {}
