/** The part of pino's logger that the server uses. */
export type Log = {
  warn: (fields: object, message: string) => void;
  info: (fields: object, message: string) => void;
};
