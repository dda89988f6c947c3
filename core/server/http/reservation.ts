import type { Server } from 'node:http'
import { createServer, type Socket } from 'node:net'

/** A port reserved before the server can answer; connections meanwhile wait. */
export interface Reservation {
  /** Releases the port; returns a function that passes waiting connections to the listening server. */
  release: () => (server: Server) => void
  /** Releases the port and closes waiting connections. */
  close: () => Promise<void>
}

/**
 * Reserves the port. So a second start is refused before it touches anything, and an early browser waits
 * instead of failing to connect.
 * @throws the system's error, such as EADDRINUSE or EACCES
 */
export async function reservePort(port: number, host: string): Promise<Reservation> {
  const waiting: Socket[] = []
  const holder = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    waiting.push(socket)
  })
  await new Promise<void>((resolve, reject) => holder.once('error', reject).listen(port, host, resolve))
  // `close` waits for connections, which must stay open; the port itself is free at once.
  const free = () => void holder.close()
  return {
    release: () => {
      free()
      return (server) => {
        for (const socket of waiting.filter(({ destroyed }) => !destroyed)) {
          server.emit('connection', socket)
          socket.resume()
        }
      }
    },
    close: async () => {
      free()
      for (const socket of waiting) socket.destroy()
    },
  }
}
