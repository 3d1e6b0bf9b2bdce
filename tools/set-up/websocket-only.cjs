/**
 * A loader for two files of `engine.io-client`: screens use its WebSocket transport only, and have their own requests over
 * HTTP, so the other transports are not sent to them.
 */
const LEFT_OUT = /polling|webtransport/;

module.exports = function websocketOnly(source) {
  const kept = source.split('\n').filter((line) => !LEFT_OUT.test(line));
  // `socket.io-client` passes these names on.
  if (source.includes('export { Fetch }'))
    kept.push('export const Fetch = null, NodeXHR = null, XHR = null, WebTransport = null;');
  return kept.join('\n');
};
