import type { Server } from 'node:http'
import { createServer, type Socket } from 'node:net'

/** A port that is taken before there is anything to answer with; who calls meanwhile waits for the answer. */
export interface Reservation {
  /** Gives the port back; what it answers hands those who wait to the server that listens now. */
  release: () => (server: Server) => void
  /** Gives the port back and hangs up. */
  close: () => Promise<void>
}

/**
 * Takes the port. So a second start is refused before it touches anything, and a browser that comes too early waits
 * instead of being turned away.
 * @throws the system's error, such as EADDRINUSE or EACCES
 */
export async function reservePort(port: number, host: string): Promise<Reservation> {
  const waiting: Socket[] = []
  const holder = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    waiting.push(socket)
  })
  await new Promise<void>((resolve, reject) => holder.once('error', reject).listen(port, host, resolve))
  // `close` waits for connections, which are to live on; the port itself is free at once.
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
