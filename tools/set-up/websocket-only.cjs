/**
 * A loader for two files of `engine.io-client` that removes all transports but WebSocket, because screens have their own
 * requests over HTTP.
 */
const LEFT_OUT = /polling|webtransport/;

module.exports = function websocketOnly(source) {
  const kept = source.split('\n').filter((line) => !LEFT_OUT.test(line));
  // `socket.io-client` re-exports these names.
  if (source.includes('export { Fetch }'))
    kept.push('export const Fetch = null, NodeXHR = null, XHR = null, WebTransport = null;');
  return kept.join('\n');
};
