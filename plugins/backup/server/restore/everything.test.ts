import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { restoreEverything } from './everything.ts'
import { archiveOf, checksums, definitions, expectNothingLeft, restoring, rowsOf } from './testing.ts'

const test = pluginTest(plugins)

const seeded = async ({ core, platform }: TestPlatform) => {
  await core.db.platform(systemActor, async (scope) => {
    for (const part of platform.parts.values()) await part.seed?.(scope)
  })
}

/** The trail has one record more. */
const trails = ({ core }: TestPlatform) => core.storage.trails

test('everything is as it was when it was backed up, and the record goes on', async ({ platform }) => {
  await seeded(platform)
  const admin = await platform.superAdmin()
  const archive = await archiveOf(platform)
  const before = { rows: await checksums(platform, { but: trails(platform) }), schema: await definitions(platform) }

  await admin.post('/api/tenants', { name: 'Too Much', adminEmail: 'too@much.example' })
  await rowsOf(platform, `update users set first_name = 'Changed' where role = 'parent'`)
  await rowsOf(platform, `delete from sessions`)
  const { message } = await restoreEverything(restoring(platform, archive))

  expect(message).toMatch(/^Restored \d+ organizations? and \d+ users in \d+ s\. Everybody has to sign in again\.$/)
  expect(await checksums(platform, { but: trails(platform) })).toEqual(before.rows)
  expect(await definitions(platform)).toEqual(before.schema)
  await expectNothingLeft(platform)
  expect((await admin.get('/api/user')).status).toBe(401)
  const records = await rowsOf<{ action: string }>(
    platform,
    `select action from audit_logs where action in ('tenant.created', 'backup.restored') order by created_at`,
  )
  expect(records.map(({ action }) => action)).toEqual(['tenant.created', 'backup.restored'])
})

test('what a restored platform counts and makes goes on from there', async ({ platform }) => {
  const archive = await archiveOf(platform)
  await restoreEverything(restoring(platform, archive))
  const admin = await platform.superAdmin()
  expect((await admin.post('/api/tenants', { name: 'After', adminEmail: 'admin@after.example' })).status).toBe(201)
  const [counts] = await rowsOf<{ counted: number; noted: number }>(
    platform,
    `select (select count(*)::int from users where is_active) as counted,
            (select sum(change)::int from active_user_changes) as noted`,
  )
  expect(counts?.noted).toBe(counts?.counted)
})

test('a new platform on an empty database becomes the other one', { timeout: 60_000 }, async ({ platform }) => {
  await seeded(platform).catch(() => undefined)
  const archive = await archiveOf(platform)
  const other = await openTestPlatform(plugins)
  try {
    await other.superAdmin()
    await restoreEverything(restoring(other, archive))
    const but = ['audit_logs']
    expect(await checksums(other, { but })).toEqual(await checksums(platform, { but }))
    const [trail] = await rowsOf<{ here: number }>(other, 'select count(*)::int as here from audit_logs')
    const [original] = await rowsOf<{ here: number }>(platform, 'select count(*)::int as here from audit_logs')
    expect(trail?.here).toBe((original?.here ?? 0) + 1)
  } finally {
    await other.close()
  }
})
