import pg from 'pg'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { serveWeb } from '#core/server/http/web.ts'
import { createPlatform } from '#core/server/platform.ts'
import { firstStart } from '#core/server/seed/first-start.ts'
import type { Question, Reply, Statement } from './messages.ts'

// Runs in a process of its own: `node platform-server.ts`, with DATABASE_URL, answering over the IPC channel. It has no
// limits, so that one client can ask for all it can take, unless it is to be `--as-people-meet-it`; `--working` takes jobs,
// `--demo` begins with the demo data.

const send = (reply: Reply) => process.send?.(reply)

let captured: Statement[] | undefined

/** Notes what reaches the database, so that the bare server can be given the very same statements. */
function noteStatements(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [config, values] = given as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof config === 'string' ? config : config.text
    if (captured && text && !/^(begin|commit|rollback)|set_config\('role'/.test(text)) {
      captured.push({ text, values: (typeof config === 'string' ? values : config.values) ?? [] })
    }
    return (query as (...values: unknown[]) => unknown).apply(this, given)
  } as typeof query
}

noteStatements()
const env = readEnv()
if (!env.databaseUrl) throw new Error('The benchmark sets DATABASE_URL')
const asPeopleMeetIt = process.argv.includes('--as-people-meet-it')
const isDemo = process.argv.includes('--demo')
const platform = await createPlatform(
  { ...env, databaseUrl: env.databaseUrl, demo: isDemo },
  plugins,
  asPeopleMeetIt ? { web: serveWeb } : { rateLimit: false, work: process.argv.includes('--working') },
)
if (isDemo) await firstStart(platform)
await platform.app.listen({ port: 0, host: '127.0.0.1' })
send({ told: 'listening', port: (platform.app.server.address() as { port: number }).port })

process.on('message', (question: Question) => {
  if (question.ask === 'capture') {
    captured = []
    send({ told: 'capturing' })
  } else if (question.ask === 'captured') {
    send({ told: 'captured', statements: captured ?? [] })
    captured = undefined
  } else {
    send({ told: 'memory', rss: process.memoryUsage().rss })
  }
})
process.on('disconnect', () => void platform.close().finally(() => process.exit(0)))
