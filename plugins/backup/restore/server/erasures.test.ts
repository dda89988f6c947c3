import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { create } from '#core/testing/calls.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { buildSession } from '#plugins/tenant-app/testing/factories.ts'
import { storeErasures } from '../../store/server/erasures.ts'
import { currentStore } from '../../store/server/stores.ts'
import { restoreEverything } from './restore-everything.ts'
import { restoreOrganization } from './organization.ts'
import { archiveOf, expectNothingLeft, restoreOptions, rowsOf } from './test-restores.ts'

const test = pluginTest(plugins)
vi.setConfig({ testTimeout: 480_000 })

const NAME = 'Zwergkanarie'

/** An organization of which archives were made before and a student was erased after. */
async function erasedSince(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(admin, '/api/students', {
    firstName: 'Mia',
    lastName: NAME,
    medicalNotes: 'Asthma',
  })
  const { id: sessionId } = await buildSession(platform, organization, { description: `With Mia ${NAME}` })
  const archives = { everything: await archiveOf(platform), own: await archiveOf(platform, organization.id) }
  const listed = (await admin.get(`/api/erasures/places/${id}`)).body as { id: string }[]
  const places = listed.map((place) => place.id)
  expect(places).toContainEqual(expect.stringContaining(sessionId))
  const erasing = { kind: 'student', id, confirmation: `Mia ${NAME}`, places }
  expect((await admin.post('/api/erasures', erasing)).status).toBe(201)
  return { organization, archives, id }
}

/** Tables in which the name stands, and the names of students that there are. */
const traces = async (platform: TestPlatform) => {
  const tables = await rowsOf<{ name: string }>(
    platform,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and has_table_privilege(oid, 'select')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await rowsOf(platform, `select from "${name}" t where t::text ilike '%${NAME}%' limit 1`)
    if (rows.length > 0) found.push(name)
  }
  return found
}

const studentsOf = (platform: TestPlatform, where: string) =>
  rowsOf<{ name: string; health: number }>(
    platform,
    `select first_name || ' ' || last_name as name,
        (select count(*)::int from student_health h where h.student_id = s.id) as health
      from students s join tenants t on t.id = s.tenant_id where ${where}`,
  )

const erasedStudent = [{ name: 'Erased student', health: 0 }]

test('people erased since a backup are erased again before a restore opens, full or of one organization', async ({
  platform,
}) => {
  const { organization, archives } = await erasedSince(platform)
  await restoreEverything(restoreOptions(platform, archives.everything))
  expect(await traces(platform)).toEqual([])
  expect(await studentsOf(platform, `t.id = '${organization.id}'`)).toEqual(erasedStudent)

  await restoreOrganization(restoreOptions(platform, archives.own))
  expect(await traces(platform)).toEqual([])
  expect(await studentsOf(platform, `t.id = '${organization.id}'`)).toEqual(erasedStudent)

  await restoreOrganization({ ...restoreOptions(platform, archives.own), subdomain: 'madeanew' })
  expect(await traces(platform)).toEqual([])
  expect(await studentsOf(platform, `t.subdomain = 'madeanew'`)).toEqual(erasedStudent)
  await expectNothingLeft(platform)
})

test('a machine that has the store of the backups alone erases again, and knows from then on', async ({ platform }) => {
  const { organization, archives } = await erasedSince(platform)
  await storeErasures(platform.core)
  const other = await openTestPlatform(plugins)
  try {
    const beside = () => currentStore(platform.core)
    await restoreEverything({ ...restoreOptions(other, archives.everything), beside })
    expect(await traces(other)).toEqual([])
    expect(await studentsOf(other, `t.id = '${organization.id}'`)).toEqual(erasedStudent)
    const kept = await rowsOf(other, `select called from erasures where organization_id = '${organization.id}'`)
    expect(kept).toEqual([{ called: 'student' }])
    // The store is not asked again.
    await restoreOrganization(restoreOptions(other, archives.own))
    expect(await traces(other)).toEqual([])
  } finally {
    await other.close()
  }
})
