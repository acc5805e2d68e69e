import type { ServerOptions } from 'node:http'

/** Timeouts and limits of every thread's HTTP server. */
export const httpOptions = {
  // A client that sends slowly holds a socket, so it gets this long for a whole request.
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  // How often Node checks these timeouts; its default is every 30 seconds.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
} satisfies ServerOptions
