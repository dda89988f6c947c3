import { rm } from 'node:fs/promises'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { serveWeb } from '#core/server/http/web.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform, type Platform } from '#core/server/platform.ts'
import { firstStart } from '#core/server/seed/first-start.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { temporaryDataDir } from '../../../core/testing/temporary.ts'

/** Password of every user of the demo. */
export const PASSWORD = 'trellis-demo'
/** The demo's organization that the flows run in. */
const SUBDOMAIN = 'northstar'
export const ADMIN_EMAIL = `admin@${SUBDOMAIN}.example`
const HOST = `${SUBDOMAIN}.localhost`

/** A platform with the data of the demo that listens on this machine. */
export interface DemoPlatform {
  /** Origin of the organization. */
  origin: string
  /** Calls as the organization's admin. @returns what a call answers. @throws Error where it is refused */
  call: <Body>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => Promise<Body>
  /** Lists users of a role who can sign in, the oldest first. Contacts have no account. */
  listUsers: (role: string) => Promise<{ id: string; email: string }[]>
  close: () => Promise<void>
}

export async function startDemoPlatform(): Promise<DemoPlatform> {
  await ensureWebBuilt({ log: { info: (line) => process.stdout.write(`${line}\n`) } })
  const directory = await temporaryDataDir()
  const database = await startEmbeddedPostgres(`${directory}/postgres`, ['fsync=off'])
  const closeDatabase = async () => {
    await database.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const variables = { DATABASE_URL: database.url, DATA_DIR: directory, SESSION_KEY: '1'.repeat(64), DEMO: '1' }
    const env = readEnv(
      { ...variables, LOG_LEVEL: 'error' },
      plugins.flatMap(({ environment }) => environment ?? []),
    )
    const platform = await createPlatform({ ...env, databaseUrl: database.url }, plugins, {
      web: serveWeb,
      rateLimit: false,
    })
    await firstStart(platform)
    await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = platform.app.server.address() as { port: number }
    return {
      origin: `http://${HOST}:${port}`,
      call: await signInAsAdmin(platform),
      listUsers: (role) => listUsers(platform, role),
      close: async () => {
        await platform.close()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

async function signInAsAdmin({ app }: Platform): Promise<DemoPlatform['call']> {
  let cookie = ''
  const ask: DemoPlatform['call'] = async (method, url, payload) => {
    const answer = await app.inject({ method, url, headers: { host: HOST, cookie }, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`)
    cookie ||= [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
    return answer.json()
  }
  await ask('POST', '/api/login', { email: ADMIN_EMAIL, password: PASSWORD })
  return ask
}

async function listUsers({ core }: Platform, role: string): Promise<{ id: string; email: string }[]> {
  return core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = (await trx.raw(
      `select u.id, u.email from users u join tenants t on t.id = u.tenant_id
        where t.subdomain = ? and u.role = ? and u.email is not null and u.password_hash is not null
        order by u.created_at, u.id`,
      [SUBDOMAIN, role],
    )) as { rows: { id: string; email: string }[] }
    return rows
  })
}
