import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { fillVariables, GUIDE, type GuideBlock } from './guide.ts'
import { expectStatus, waitUntil, withPlatform, type Recipe, type Tried } from './recipe.ts'

const mailBlock = {
  file: GUIDE,
  section: 'A mail server that hangs',
  language: 'sh',
  examples: [],
} as const satisfies GuideBlock

/** Starts a mail server that accepts connections and never answers. */
export const silentMail: Recipe = {
  name: 'A mail server that hangs',
  section: mailBlock.section,
  blocks: [mailBlock],
  run: async (directory) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const database = await startEmbeddedPostgres(join(directory, 'postgres'), ['fsync=off'])
    try {
      // Jobs that fail are what it is about.
      const variables = { ...(await fillVariables(mailBlock, {})), LOG_LEVEL: 'fatal' }
      return await withPlatform(directory, { DATABASE_URL: database.url, ...variables }, (tried) =>
        tryMail(tried, port, () => sockets.size),
      )
    } finally {
      await database.stop()
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  },
}

async function tryMail({ call }: Tried, mailPort: number, connections: () => number): Promise<string> {
  expectStatus(await call('PUT', '/api/settings', { mailHost: '127.0.0.1', mailPort }), 200)
  let isOver = false
  const trial = call('POST', '/api/settings/test-message', { to: 'ada@example.org' }).finally(() => (isOver = true))
  const organization = { name: 'North Star', subdomain: 'north', adminEmail: 'admin@north.example' }
  expectStatus(await call('POST', '/api/tenants', organization), 201)
  await waitUntil(
    'the email of the new organization and the test message reach the mail server',
    async () => connections() > 1,
  )
  for (const path of ['/api/tenants', '/api/ready']) expectStatus(await call('GET', path), 200)
  if (isOver) throw new Error('The mail server was given up at once')
  const answer = await trial
  expectStatus(answer, 200)
  const { sent, message } = (await answer.json()) as { sent: boolean; message: string }
  if (sent) throw new Error(`A silent mail server took a message: ${message}`)
  await waitUntil('the email is tried again', async () => connections() > 2)
  const metrics = await (await call('GET', '/metrics')).text()
  if (!/^trellis_mail_oldest_seconds\{status="pending"\} [1-9]/m.test(metrics))
    throw new Error('/metrics does not see the email that waits')
  return `given up with "${message}", tried again, seen by /metrics; pages do not wait for it`
}
