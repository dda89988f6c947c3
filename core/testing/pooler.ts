import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection of the database that transactions of any client take in turn. */
interface ServerConnection {
  socket: Socket
  /** The client whose transaction has it. */
  client: Client | undefined
  /** Answers that are to come until it is ready for the next. */
  expected: number
}

interface Client {
  socket: Socket
  server: ServerConnection | undefined
  /** Messages that wait for a connection. */
  waiting: Buffer[]
}

/** An address and how to stop what is there. */
interface Pooler {
  /** The address of the database through the pooler. */
  through: (databaseUrl: string) => string
  /** Names of those who have signed in through it. */
  users: ReadonlySet<string>
  close: () => Promise<void>
}

const STARTUP_BYTES = 8

/**
 * Starts a pooler in transaction mode, as PgBouncer is one: options at the start are refused, and each transaction gets
 * the connection that has been idle for longest, never twice the same one where there are several. So what belongs to a
 * connection is not found again by the next transaction.
 */
export async function startPooler(): Promise<Pooler> {
  let target = { host: '', port: 0 }
  const sockets = new Set<Socket>()
  const pools = new Map<string, ServerConnection[]>()
  const users = new Set<string>()
  const server = createServer((socket) => {
    track(sockets, socket)
    socket.once('data', (startup: Buffer) => {
      const user = open(socket, startup, target, pools, sockets)
      if (user) users.add(user)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    users,
    through: (databaseUrl) => {
      const url = new URL(databaseUrl)
      target = { host: url.hostname, port: Number(url.port) }
      return Object.assign(url, { host: `127.0.0.1:${port}` }).href
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  // A connection that is gone is seen by its next query.
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
}

/** Opens a connection of a client to the database. @returns as whom; undefined where it was refused */
function open(
  socket: Socket,
  startup: Buffer,
  target: { host: string; port: number },
  pools: Map<string, ServerConnection[]>,
  sockets: Set<Socket>,
): string | undefined {
  const parameters = startup.subarray(STARTUP_BYTES).toString().split('\0')
  if (parameters.filter((_, at) => at % 2 === 0).includes('options')) {
    const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
    socket.end(message('E', Buffer.from(fields)))
    return undefined
  }
  const [user, database] = ['user', 'database'].map((name) => parameters[parameters.indexOf(name) + 1])
  const key = `${user},${database}`
  const pool = pools.get(key) ?? []
  pools.set(key, pool)
  const client: Client = { socket, server: undefined, waiting: [] }
  const connection: ServerConnection = { socket: connect(target), client, expected: 1 }
  track(sockets, connection.socket)
  client.server = connection
  connection.socket.write(startup)
  connection.socket.on(
    'data',
    messages((type, whole) => answer(pool, connection, type, whole)),
  )
  connection.socket.on('close', () => pool.splice(pool.indexOf(connection) >>> 0, 1))
  socket.on(
    'data',
    messages((type, whole) => ask(pool, client, type, whole)),
  )
  return user
}

function ask(pool: ServerConnection[], client: Client, type: string, whole: Buffer): void {
  // The connection outlives its client.
  if (type === 'X') return
  client.server ??= pool.shift()
  if (!client.server) {
    client.waiting.push(whole)
    return
  }
  client.server.client = client
  if (type === 'Q' || type === 'S') client.server.expected += 1
  client.server.socket.write(whole)
}

function answer(pool: ServerConnection[], connection: ServerConnection, type: string, whole: Buffer): void {
  connection.client?.socket.write(whole)
  if (type !== 'Z') return
  connection.expected -= 1
  if (connection.expected > 0 || whole.at(-1) !== 'I'.charCodeAt(0)) return
  if (connection.client) connection.client.server = undefined
  connection.client = undefined
  pool.push(connection)
}

/** Cuts a stream into the messages of the protocol. */
function messages(handle: (type: string, whole: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1
      handle(String.fromCharCode(rest[0] ?? 0), rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
