import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { inject, test as base } from 'vitest'
import { readEnv } from '#config/env.ts'
import type { User } from '#core/contract/identity.ts'
import type { Role } from '#core/contract/roles.ts'
import type { TenantStatus } from '#core/contract/tenancy.ts'
import type { Clock } from '#core/server/clock.ts'
import type { Core } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createUser, type NewUser } from '#core/server/identity/users.ts'
import { createPlatform, type Platform, type PlatformOptions } from '#core/server/platform.ts'
import type { AnyPlugin } from '#core/server/plugin.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { quickHash } from './quick-hash.ts'
import { temporaryDataDir } from './temporary.ts'
import { recordWait } from './waits.ts'

/** Password of every user that a test creates. */
export const PASSWORD = 'correct-horse-7'

/** `PASSWORD`, hashed quickly. */
export const HASHED = { hash: quickHash(PASSWORD) }

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
export interface Answer<Body = any> {
  status: number
  body: Body
  headers: Record<string, string | string[] | undefined>
}

/** A caller with a cookie jar on one host, through the real HTTP stack. */
export class Client {
  readonly #platform: Platform
  readonly #headers: Record<string, string>
  readonly host: string
  cookie: string | undefined
  user: User | undefined

  /** @param headers sent with each call, such as an API token */
  constructor(platform: Platform, host: string, cookie?: string, headers: Record<string, string> = {}) {
    this.#platform = platform
    this.host = host
    this.cookie = cookie
    this.#headers = headers
  }

  async request(
    method: InjectOptions['method'],
    url: string,
    options: Omit<InjectOptions, 'method' | 'url'> = {},
  ): Promise<Answer> {
    const response = await this.#platform.app.inject({
      method,
      url,
      ...options,
      headers: {
        host: this.host,
        ...this.#headers,
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...options.headers,
      },
    })
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = cookie.split(';')
      this.cookie = pair.endsWith('=') ? undefined : pair
    }
    // Answers to HEAD say what they would have said.
    const json = method !== 'HEAD' && response.headers['content-type']?.toString().includes('application/json')
    return {
      status: response.statusCode,
      body: json ? response.json() : response.body,
      headers: response.headers as Answer['headers'],
    }
  }

  get = (url: string) => this.request('GET', url)
  post = (url: string, body?: object) => this.request('POST', url, body === undefined ? {} : { payload: body })
  put = (url: string, body?: object) => this.request('PUT', url, { payload: body })
  patch = (url: string, body?: object) => this.request('PATCH', url, { payload: body })
  delete = (url: string) => this.request('DELETE', url)

  async signIn(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<this> {
    const answer = await this.request('POST', '/api/login', { payload: { email, password }, headers })
    if (answer.status !== 200)
      throw new Error(`Signing in as ${email} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    this.user = answer.body as User
    return this
  }
}

type GivenUser = Pick<
  NewUser,
  'firstName' | 'lastName' | 'password' | 'temporary' | 'mustGiveName' | 'emailVerified'
> & {
  email: string
}

export interface TestOrganization {
  id: string
  name: string
  subdomain: string
  /** A caller on the organization's host who is not signed in. */
  client: () => Client
  /** Makes a user of the organization and signs in on its host. */
  signIn: (role: Exclude<Role, 'superadmin'>) => Promise<Client>
  /** Makes a user of the organization. */
  user: (role: Exclude<Role, 'superadmin'>, given?: Partial<GivenUser>) => Promise<{ id: string; email: string }>
}

export interface TestPlatform {
  core: Core
  app: Platform['app']
  platform: Platform
  databaseUrl: string
  /** A caller on the platform's host who is not signed in. */
  client: () => Client
  superAdmin: () => Promise<Client>
  /** A fresh organization: row-level security isolates tests as it isolates tenants. */
  organization: (
    given?: Partial<{ name: string; subdomain: string; status: TenantStatus; plan: string }>,
  ) => Promise<TestOrganization>
  /** The time that the platform believes; it moves when a test moves it. */
  clock: TestClock
}

/** Real time until a test sets it. */
export class TestClock implements Clock {
  #offset = 0
  /** Milliseconds of each wait so far; none of them takes any time. */
  readonly pauses: number[] = []
  now = () => new Date(Date.now() + this.#offset)
  pause = async (milliseconds: number) => {
    this.pauses.push(milliseconds)
    this.forward(milliseconds)
  }
  /** @param milliseconds to go forward */
  forward(milliseconds: number): void {
    this.#offset += milliseconds
  }
}

const unique = () => randomBytes(5).toString('hex')

/** A database of its own, cloned from the migrated template; or an empty one, without anything of the platform. */
export async function cloneDatabase(from?: 'empty'): Promise<{ url: string; drop: () => Promise<void> }> {
  const templateUrl = inject('templateUrl')
  const template = from === 'empty' ? 'template0' : new URL(templateUrl).pathname.slice(1)
  const name = `test_${unique()}`
  const maintenance = templateUrl.replace(/\/[^/]*$/, '/postgres')
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: maintenance })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  // Copies the files instead of writing every page to the log; both are in memory.
  const create = `create database ${name} template ${template} strategy file_copy`
  // Cloning refuses while another test file clones the same template.
  await recordWait('clone of the database', () => retry(() => run(create)))
  return {
    url: templateUrl.replace(/\/[^/]*$/, `/${name}`),
    drop: () => recordWait('drop of a database', () => run(`drop database if exists ${name} with (force)`)),
  }
}

async function retry(work: () => Promise<void>, attempts = 50): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (attempts === 0 || (error as { code?: string }).code !== '55006') throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
    await retry(work, attempts - 1)
  }
}

export interface HarnessOptions extends PlatformOptions {
  env?: Record<string, string>
  /** `empty` for a database that has only what these plugins make; all plugins' tables are there otherwise. */
  database?: 'empty'
  /** Runs on the database and the files of another platform, which stay. */
  on?: Pick<TestPlatform, 'core' | 'databaseUrl'>
  /** Gives the address of a pooler before the database, through which scopes go then. */
  through?: (databaseUrl: string) => string
}

/** A platform of these plugins on a database of its own. */
export async function openTestPlatform(
  plugins: readonly AnyPlugin[],
  { env: variables = {}, database: from, on, through, ...options }: HarnessOptions = {},
): Promise<TestPlatform & { close: () => Promise<void> }> {
  const database = on ? { url: on.databaseUrl, drop: async () => undefined } : await cloneDatabase(from)
  // Of its own too: at its start a platform removes what another one has half written.
  const dataDir = on?.core.env.dataDir ?? (await temporaryDataDir())
  const clock = new TestClock()
  const env = readEnv(
    {
      DATABASE_URL: through?.(database.url) ?? database.url,
      ...(through && { DATABASE_DIRECT_URL: database.url }),
      DATABASE_POOL: '8',
      DATA_DIR: dataDir,
      SESSION_KEY: '1'.repeat(64),
      LOG_LEVEL: 'fatal',
      MAIL_ALLOW_PRIVATE: '1',
      SSO_ALLOW_PRIVATE: '1',
      ...variables,
    },
    plugins.flatMap(({ environment }) => environment ?? []),
  )
  const platform = await recordWait('start of a platform', () =>
    createPlatform({ ...env, databaseUrl: database.url }, plugins, {
      clock,
      work: false,
      rateLimit: false,
      holdAudit: true,
      ...options,
    }),
  )
  return {
    ...testPlatform(platform, database.url, clock),
    close: async () => {
      await platform.close()
      await database.drop()
      if (!on) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function testPlatform(platform: Platform, databaseUrl: string, clock: TestClock): TestPlatform {
  const { core } = platform
  const client = () => new Client(platform, core.env.platformDomain)
  const makeUser = (tenantId: string | null, role: Role, given: Partial<GivenUser> = {}) => {
    const email = given.email ?? `${role}.${unique()}@example.org`
    return core.db.platform(systemActor, async (scope) => ({
      email,
      ...(await createUser(scope, {
        tenantId,
        role,
        firstName: 'Ada',
        lastName: 'Lovelace',
        password: HASHED,
        ...given,
        email,
      })),
    }))
  }
  return {
    core,
    app: platform.app,
    platform,
    databaseUrl,
    clock,
    client,
    superAdmin: async () => client().signIn((await makeUser(null, 'superadmin')).email),
    organization: async (given = {}) => {
      const { name = 'North Star Robotics', subdomain = `org${unique()}`, status = 'active', plan = 'trial' } = given
      const id = await core.db.platform(systemActor, async (scope) => {
        const { id: tenantId } = await TenantModel.query(scope.trx).insert({
          name,
          subdomain,
          status,
          plan,
          adminEmail: `admin@${subdomain}.example`,
        })
        await core.invalidations.announce(scope, 'tenant', tenantId)
        return tenantId
      })
      const onHost = () => new Client(platform, `${subdomain}.${core.env.platformDomain}`)
      return {
        id,
        name,
        subdomain,
        client: onHost,
        user: (role, more) => makeUser(id, role, more),
        signIn: async (role) => onHost().signIn((await makeUser(id, role)).email),
      }
    },
  }
}

/**
 * Vitest's `test` with a platform of these plugins and their dependencies alone, one for each test file:
 * `const test = pluginTest([audit, tenants])`, `test('...', async ({ platform }) => ...)`.
 */
export function pluginTest(plugins: readonly AnyPlugin[], options: HarnessOptions = {}) {
  return base.extend<{ platform: TestPlatform }>({
    platform: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
      async ({}, provide) => {
        const platform = await openTestPlatform(plugins, options)
        await provide(platform)
        await platform.close()
      },
      { scope: 'file' },
    ],
  })
}
