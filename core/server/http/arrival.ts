import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Milliseconds. */
const ARRIVAL_TIMEOUT_MS = 30_000

/** Minimum bytes per second of large bodies, averaged over each interval: a bad phone connection has ten times as many. */
const MIN_BYTES_PER_SECOND = 2048

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body has no time limit as long as it arrives at `LEAST_RATE`. */
    arrivesSlowly?: true
  }
}

/**
 * Limits the time of a request, so that a client that never finishes cannot hold a connection for ever: one limit for
 * headers, one for the body; files may take longer, but may not trickle. Node's own limit cannot differ per endpoint.
 */
export function registerArrival(app: FastifyInstance, most = ARRIVAL_TIMEOUT_MS): void {
  app.server.headersTimeout = most
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length !== '0' || encoding !== undefined) watch(app, request, most)
    done()
  })
  // A body abandoned halfway because it was refused: the next request of the connection is
  // queued behind the rest of it.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.readableEnded) raw.unpipe().resume()
    done()
  })
}

function watch({ server }: FastifyInstance, { raw, routeOptions }: FastifyRequest, most: number): void {
  const { socket } = raw
  // Tests inject requests without a connection.
  if (!(socket instanceof Socket)) return
  let read = socket.bytesRead
  const timer = setInterval(() => {
    const goesOn = routeOptions.config.arrivesSlowly && socket.bytesRead - read >= (MIN_BYTES_PER_SECOND * most) / 1000
    read = socket.bytesRead
    if (raw.complete) clearInterval(timer)
    else if (!goesOn) {
      clearInterval(timer)
      server.emit(
        'clientError',
        Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      )
    }
  }, most).unref()
  raw.once('close', () => clearInterval(timer))
}
