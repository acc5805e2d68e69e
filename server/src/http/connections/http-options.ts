import type { ServerOptions } from 'node:http'

/** How every thread's HTTP server treats its clients. */
export const httpOptions = {
  // A client that sends slowly holds a socket, so it gets this long for a whole request.
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  // How often Node looks who is over these times; by itself it looks every 30 seconds.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
} satisfies ServerOptions
