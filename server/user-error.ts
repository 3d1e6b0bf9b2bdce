/** A command or request that cannot be carried out. Its message is shown to the user who gave it. */
export class UserError extends Error {
  /** @param code names the reason for pages, which explain it in the language of the reader; null if it has no name */
  constructor(
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}
