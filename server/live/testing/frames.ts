/** A whole frame of a WebSocket as it stands in a stream, and its text; null for one that is not text. */
export type Frame = { bytes: Buffer; text: string | null };

const TEXT = 0x81;

/**
 * The frames at the start of what a server has sent, and what is left of the last. Servers do not mask (RFC 6455, 5.1),
 * and ours does not compress.
 */
export function readFrames(stream: Buffer): { frames: Frame[]; rest: Buffer } {
  const frames: Frame[] = [];
  let rest = stream;
  for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
    frames.push(frame);
    rest = rest.subarray(frame.bytes.length);
  }
  return { frames, rest };
}

function firstFrame(stream: Buffer): Frame | null {
  if (stream.length < 2) return null;
  const short = stream.readUInt8(1);
  const header = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (stream.length < header) return null;
  const length = short === 127 ? Number(stream.readBigUInt64BE(2)) : short === 126 ? stream.readUInt16BE(2) : short;
  if (stream.length < header + length) return null;
  const bytes = stream.subarray(0, header + length);
  return { bytes, text: bytes[0] === TEXT ? bytes.toString('utf8', header) : null };
}
