import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Milliseconds. */
const ARRIVAL_TIMEOUT_MS = 30_000

/** Bytes a second of large bodies, over each such time: a bad connection of a phone has ten times as many. */
const MIN_BYTES_PER_SECOND = 2048

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take as long as it likes, as long as it comes with `LEAST_RATE`. */
    arrivesSlowly?: true
  }
}

/**
 * A client that never finishes its request must not hold a connection for ever: it has so long for its headers, and so
 * long for its body; files may take longer, and may not trickle. Node's own limit cannot be another one for them.
 */
export function registerArrival(app: FastifyInstance, most = ARRIVAL_TIMEOUT_MS): void {
  app.server.headersTimeout = most
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length !== '0' || encoding !== undefined) watch(app, request, most)
    done()
  })
  // A body that was left in the middle, since something in it was refused: the next request of the connection stands
  // behind the rest of it.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.readableEnded) raw.unpipe().resume()
    done()
  })
}

function watch({ server }: FastifyInstance, { raw, routeOptions }: FastifyRequest, most: number): void {
  const { socket } = raw
  // Tests bring their requests without any connection.
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
