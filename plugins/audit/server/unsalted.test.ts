import knex from 'knex'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import { acts, byHand, problems, trailTest as test } from '../testing/trail.ts'
import { unsaltedDigestOf } from './digest.ts'
import { eraseInAudit } from './erasure.ts'
import * as salted from '../migrations/0004_salted_texts.ts'
import * as guarded from '../migrations/0005_guarded_seals.ts'
import * as byWords from '../migrations/0010_contract_erased_by_words.ts'
import { sealActs } from './seal-acts.ts'
import { verifyTrail } from './verification.ts'

const person = crypto.randomUUID()

/** Entries as they were recorded before texts had salts, sealed. */
async function oldTrail(platform: TestPlatform, count: number): Promise<void> {
  await byHand(
    platform,
    `insert into audit_logs (seq, id, user_id, user_name, action, category, severity, description, metadata, success, created_at, digest)
     select a.*, ${unsaltedDigestOf('o')}
       from (select next_audit_log_seq() as seq, new_id() as id, $1::uuid as user_id, 'Ada' as user_name, 'thing.changed' as action,
                    'account' as category, 'info' as severity, 'Ada changed a thing' as description, '{}'::jsonb as metadata,
                    true as success, now()::timestamptz(3) as created_at
               from generate_series(1, $2) offset 0) a
      cross join lateral (select a.*, null::uuid as tenant_id, null::text as tenant_name, null::text as user_email,
                    null::text as resource, null::text as resource_id, null::text as ip_address, null::text as user_agent,
                    null::text as error_message) o`,
    [person, count],
  )
  await sealActs(platform.core)
}

test('entries from before there were salts stay verifiable, beside new ones', async ({ platform }) => {
  await oldTrail(platform, 3)
  await acts(platform, 2)
  await sealActs(platform.core)
  expect(await verifyTrail(platform.core)).toMatchObject({ intact: true, entries: 5, seals: 2, erased: 0 })
  await byHand(platform, `update audit_logs set user_name = 'Eve' where seq = 2`)
  expect(await problems(platform)).toEqual([expect.stringMatching(/^Entry 2 .* was changed/)])
})

test('a person is erased from them too, and what was removed beside is found', async ({ platform }) => {
  await oldTrail(platform, 3)
  const erased = await platform.core.db.platform(systemActor, (scope) => eraseInAudit(scope, person))
  expect(erased).toBe(3)
  expect(await byHand(platform, `select from audit_logs where user_name = 'Ada'`)).toHaveLength(0)
  expect(await verifyTrail(platform.core)).toMatchObject({ intact: true, entries: 3, erased: 3 })
  await byHand(platform, `update audit_logs set user_name = 'Eve' where seq = 1; delete from audit_logs where seq = 2`)
  expect(await problems(platform)).toEqual([
    expect.stringMatching(/^Entry 2 was removed/),
    expect.stringMatching(/^Entry 1 .* was changed/),
  ])
})

test('a log of before is migrated without touching an entry, stays intact, and goes on', async ({ platform }) => {
  const { core, databaseUrl } = platform
  await oldTrail(platform, 3)
  const migrating = knex({ client: 'pg', connection: databaseUrl })
  try {
    const files = () =>
      migrating.raw(`select array_agg(pg_relation_filenode(oid) order by relname) as files from pg_class
                                        where relname ~ '^audit_logs_(\\d{4}_\\d\\d|default)$'`)
    await migrating.transaction(async (trx) => {
      await byWords.down(trx)
      await guarded.down(trx)
      await salted.down(trx)
    })
    const before = (await files()).rows
    await migrating.transaction(async (trx) => {
      await salted.up(trx)
      await guarded.up(trx)
      await byWords.up(trx)
    })
    expect((await files()).rows).toEqual(before)
  } finally {
    await migrating.destroy()
  }
  await acts(platform, 2)
  await sealActs(core)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 5, seals: 2 })
})
