/** What the baseline stores of a request with a valid signature. */
export type Delivery = {
  /** Time-ordered. */
  id: string;
  /** Server time, epoch ms. */
  receivedAt: number;
  /** Key of the event: order, course and instant. */
  key: string;
  /** The exact bytes. */
  body: Buffer;
  /** The parsed body. */
  parsed: unknown;
};
