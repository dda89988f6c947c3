import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { readEnv } from '#config/env.ts'
import { record } from '#core/server/audit.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import { TestClock } from '#core/testing/harness.ts'
import { acts, byHand } from '../testing/trail.ts'
import { eraseInAudit } from './erasure.ts'
import { audit } from '../plugin.ts'
import { makePartitions, pruneActs } from './retention.ts'
import { sealActs } from './seal-acts.ts'
import { verifyTrail } from './verification.ts'

const DAY_MS = 24 * 3600 * 1000

// Row-level security, which is forced, holds such an owner back too.
test('all of it works where the owner of the tables is no superuser', { timeout: 240_000 }, async () => {
  const server = { databaseUrl: inject('templateUrl').replace(/[^/]*$/, 'postgres') }
  const name = `owner_${randomBytes(5).toString('hex')}`
  const databaseUrl = server.databaseUrl.replace(/\/\/.*@/, `//${name}:${name}@`).replace(/[^/]*$/, name)
  await byHand(server, `create role ${name} login createrole password '${name}'`)
  await byHand(server, `grant trellis_app, trellis_tenant, trellis_operator to ${name} with admin option`)
  await byHand(server, `create database ${name} owner ${name}`)
  const env = readEnv({ DATABASE_URL: databaseUrl, SESSION_KEY: randomBytes(32).toString('hex'), LOG_LEVEL: 'fatal' })
  const clock = new TestClock()
  const platform = await createPlatform({ ...env, databaseUrl }, [audit], { work: false, clock })
  try {
    const { core } = platform
    await acts(platform, 2)
    await sealActs(core)
    clock.forward(200 * DAY_MS)
    // There is no partition for that time yet.
    await acts(platform, 1)
    expect(await makePartitions(core)).toBeGreaterThan(0)
    await sealActs(core)
    expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 3 })
    const person = { id: crypto.randomUUID() }
    const actor = {
      ...systemActor,
      user: { id: person.id, email: 'ada@a.example', name: 'Ada', role: 'superadmin', tenantId: null },
    } as const
    await core.db.platform(actor, (scope) =>
      record(scope, { action: 'thing.made', category: 'account', description: 'Made a thing' }),
    )
    expect(await core.db.platform(systemActor, (scope) => eraseInAudit(scope, person.id))).toBe(1)
    await sealActs(core)
    expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 5, erased: 1 })
    expect(await pruneActs(core, { olderThanDays: 90 })).toMatchObject({ entries: 2 })
    expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 3, erased: 1 })
  } finally {
    await platform.close()
    await byHand(server, `drop database ${name} with (force)`)
    // The one that serves requests, which it has made with this key.
    const serving = await byHand<{ name: string }>(
      server,
      `select distinct quote_ident(m.rolname) as name from pg_auth_members a join pg_roles m on m.oid = a.member
        join pg_roles g on g.oid = a.grantor where g.rolname = '${name}' and m.rolname <> g.rolname`,
    )
    for (const role of serving) await byHand(server, `drop role ${role.name}`)
    await byHand(server, `drop role ${name}`)
  }
})
