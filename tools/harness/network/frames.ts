/** A complete WebSocket frame and its text; null if it is not a text frame. */
export type Frame = { bytes: Buffer; text: string | null };

const TEXT = 0x81;

/**
 * The complete frames in bytes from a server, and the remaining bytes. Servers do not mask (RFC 6455, 5.1), and ours
 * does not compress.
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
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (stream.length < start) return null;
  const length = short === 127 ? Number(stream.readBigUInt64BE(2)) : short === 126 ? stream.readUInt16BE(2) : short;
  if (stream.length < start + length) return null;
  const bytes = stream.subarray(0, start + length);
  return { bytes, text: bytes[0] === TEXT ? bytes.toString('utf8', start) : null };
}

/** A text frame of a server. */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([header(bytes.length, 0), bytes]);
}

/** A text frame of a client, masked with zeros. */
export function clientFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([header(bytes.length, 0x80), Buffer.alloc(4), bytes]);
}

function header(length: number, mask: number): Buffer {
  const bytes = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  bytes[0] = TEXT;
  bytes[1] = mask | (bytes.length === 2 ? length : bytes.length === 4 ? 126 : 127);
  if (bytes.length === 4) bytes.writeUInt16BE(length, 2);
  if (bytes.length === 10) bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}
