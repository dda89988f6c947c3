import { rm } from 'node:fs/promises'
import pg from 'pg'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createUser } from '#core/server/identity/users.ts'
import { createPlatform, type Platform } from '#core/server/platform.ts'
import { quickHash } from '../../../core/testing/quick-hash.ts'
import type { GuideBlock } from './guide.ts'

/** A way to run the platform that the operator's guide describes. */
export interface Recipe {
  name: string
  /** Heading of its section in the guide. */
  section: string
  /** Texts of the guide that it runs. */
  blocks: readonly GuideBlock[]
  /** Tries it. @returns what was seen to work, or why it was skipped */
  run: (directory: string) => Promise<string>
}

/** Thrown when a recipe needs a package that the machine lacks. */
export class Skipped extends Error {
  override name = 'Skipped'
}

/** A platform that a recipe runs. */
export interface Tried {
  platform: Platform
  /** Address at which it listens. */
  port: number
  /** Calls as a super admin who is signed in. */
  call: (method: string, path: string, body?: object) => Promise<Response>
}

/** Belongs to the super admin of each platform. */
export const EMAIL = 'ada@example.org'
export const PASSWORD = 'correct-horse-7'

/** Runs work on a platform of these variables that listens on this machine, with a super admin. */
export async function withPlatform<T>(
  directory: string,
  variables: Record<string, string> & { DATABASE_URL: string },
  work: (tried: Tried) => Promise<T>,
): Promise<T> {
  const given = { DATA_DIR: `${directory}/data`, SESSION_KEY: '1'.repeat(64), LOG_LEVEL: 'error', ...variables }
  const env = readEnv(
    given,
    plugins.flatMap(({ environment }) => environment ?? []),
  )
  const platform = await createPlatform({ ...env, databaseUrl: env.databaseUrl ?? given.DATABASE_URL }, plugins)
  try {
    await platform.core.db.platform(systemActor, (scope) =>
      createUser(scope, {
        tenantId: null,
        role: 'superadmin',
        email: EMAIL,
        firstName: 'Ada',
        lastName: 'Lovelace',
        password: { hash: quickHash(PASSWORD) },
      }),
    )
    const address = await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const call = await signIn(address)
    return await work({ platform, port: Number(new URL(address).port), call })
  } finally {
    await platform.close()
    await rm(`${directory}/data`, { recursive: true, force: true })
  }
}

async function signIn(address: string): Promise<Tried['call']> {
  let cookie = ''
  const call: Tried['call'] = (method, path, body) =>
    fetch(`${address}${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const answer = await call('POST', '/api/login', { email: EMAIL, password: PASSWORD })
  expectStatus(answer, 200)
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return call
}

/** @throws Error when an answer has another status */
export function expectStatus({ url, status }: Response, expected: number): void {
  if (status !== expected) throw new Error(`${url} answered ${status}, not ${expected}`)
}

/** Asks until an answer is truthy. @throws Error after two minutes */
export async function waitUntil<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Runs statements one by one on a connection of their own. @returns the rows of the last one */
export async function query<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const text of statements) ({ rows } = await client.query<Row>(text))
    return rows
  } finally {
    await client.end()
  }
}
