/** How far a message was behind what the server had acknowledged when it sent it, in ms. */
export function behindMsOf({ serverTime, asOf = serverTime }: { serverTime: string; asOf?: string }): number {
  return Date.parse(serverTime) - Date.parse(asOf);
}
