import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#config/env.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createUser } from '#core/server/identity/users.ts'
import { HASHED, PASSWORD } from '#core/testing/harness.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { createPlatform } from '../platform.ts'
import { startEmbeddedPostgres } from './embedded.ts'

/** Milliseconds of the database outage. */
const OUTAGE_MS = 10_000

test(
  'the database stopped for 10 seconds under load: 503 in the meantime, recovery by itself, no request hangs',
  { timeout: 360_000 },
  async () => {
    const directory = await temporaryDataDir()
    let server = await startEmbeddedPostgres(directory, ['fsync=off'])
    const env = readEnv({
      DATABASE_URL: server.url,
      DATABASE_POOL: '5',
      DATA_DIR: directory,
      SESSION_KEY: '2'.repeat(64),
      LOG_LEVEL: 'silent',
    })
    const platform = await createPlatform({ ...env, databaseUrl: server.url }, [], { rateLimit: false })
    onTestFinished(async () => {
      await platform.close()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    })
    await platform.core.db.platform(systemActor, (scope) =>
      createUser(scope, {
        tenantId: null,
        role: 'superadmin',
        email: 'ada@example.org',
        firstName: 'Ada',
        lastName: 'Lovelace',
        password: HASHED,
      }),
    )
    const origin = await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const signIn = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: PASSWORD }),
    })
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    // Longer than any response may take: a hanging request fails the test here.
    const ask = async (path: string) =>
      (await fetch(`${origin}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(8000) })).status

    const during = { up: new Set<number>(), changing: new Set<number>(), down: new Set<number>() }
    let phase: keyof typeof during = 'up'
    const loading = new AbortController()
    const load = Array.from({ length: 8 }, async () => {
      while (!loading.signal.aborted) {
        const asked = phase
        const status = await ask('/api/user/devices')
        during[asked === phase ? phase : 'changing'].add(status)
        await pause(5)
      }
    })
    await pause(500)
    phase = 'changing'
    await server.stop()
    phase = 'down'
    expect(await ask('/api/ready')).toBe(503)
    expect(await ask('/api/health')).toBe(200)
    await pause(OUTAGE_MS)
    phase = 'changing'
    server = await startEmbeddedPostgres(directory, ['fsync=off'])
    await expect.poll(() => ask('/api/user/devices')).toBe(200)
    await expect.poll(() => platform.core.invalidations).toMatchObject({ live: true })
    expect(await ask('/api/ready')).toBe(200)
    phase = 'up'
    await pause(500)
    loading.abort()
    await Promise.all(load)
    expect(during).toMatchObject({ up: new Set([200]), down: new Set([503]) })
    expect([...during.changing].filter((status) => status !== 200 && status !== 503)).toEqual([])
  },
)
