/** A request with a valid signature, as the baseline stores it. */
export type Delivery = {
  /** UUID version 7. */
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
