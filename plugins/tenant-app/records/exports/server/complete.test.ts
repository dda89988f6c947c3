import pg from 'pg'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { buildFile, buildOldImage } from '#core/testing/factories.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { downloadEntries, jsonOf, sha256, unzip, bytesOf } from '../../../testing/exports.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { DataExport } from '../contract.ts'
import type { Manifest } from './manifest.ts'
import { makeExport } from './make-export.ts'

const test = pluginTest(plugins)

interface Table {
  name: string
  columns: string[]
}

// Independent of the exports' own queries, so that it finds a table which they overlook.
const catalogue = `
  select t.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = 'public' and c.is_generated = 'NEVER'
      and t.table_name not in (select relname from pg_class where relispartition)
    group by t.table_name
    having 'tenant_id' = any (array_agg(c.column_name::text)) or t.table_name = 'tenants'`

/** Columns with such names are secrets, or exceptions listed here. */
const secretName = /password|token|secret|hash|salt|digest$|key|code|credential|handle|seal/i
const harmless = new Set([
  'tenants.api_tokens_for',
  'users.must_change_password',
  'users.password_expires_at',
  'users.password_proven_at',
  'students.name_key',
  'lms_lti_keys.public_key',
  'lms_lti_tools.keys_url',
  'lms_lti_tools.public_key',
  'billing_notices.key',
  'files.sha256',
  'mail_messages.secret_line',
  'student_imports.encoding',
  'data_exports.sha256',
  'lms_training_settings.sends_digest',
  'lms_hand_ins.team_code',
  'mail_bounces.code',
  'webhook_endpoints.previous_secret_until',
  'badge_codes.code',
])

async function asked<Row extends pg.QueryResultRow>(
  { databaseUrl }: TestPlatform,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return (await client.query<Row>(text, values).finally(() => client.end())).rows
}

const own = ({ name }: Table) => (name === 'tenants' ? 'id' : 'tenant_id')

/** Creates the demo's organization, which fills nearly every table, and adds rows that no demo has. */
async function makeWorld(platform: TestPlatform) {
  const { core } = platform
  await core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  const [tenant] = await asked<{ id: string; email: string }>(
    platform,
    `select t.id, (select email from users u where u.tenant_id = t.id and role = 'tenant_admin' limit 1) as email
      from tenants t where subdomain = 'northstar'`,
  )
  if (!tenant) throw new Error('The demo has no such organization')
  const content = Buffer.from('The quick brown fox')
  for (const filename of ['fox.png', 'Fox.PNG', '../../fox\u202e.png', 'con.png', 'Füchse: "alle" 🦊.png', ''])
    await buildFile(platform, tenant, { filename, content })
  await buildFile(platform, tenant, { filename: 'lost.png', content: null })
  await buildOldImage(platform, tenant, { data: content, filename: 'old.png' })
  await buildStudent(platform, tenant, { firstName: '=HYPERLINK("x")', lastName: '"Quote",\nline', grade: '-1' })
  const admin = await platform.client().signIn(tenant.email, 'trellis-demo')
  return { ...tenant, admin, content }
}

async function exported(platform: TestPlatform, admin: Client, tenantId: string, body: object = {}) {
  const { id } = await create<DataExport>(admin, '/api/exports', body)
  const tables = await asked<Table>(platform, catalogue)
  const counts = new Map<string, number>()
  for (const table of tables) {
    const [found] = await asked<{ count: string }>(
      platform,
      `select count(*) from ${table.name} where ${own(table)} = $1`,
      [tenantId],
    )
    counts.set(table.name, Number(found?.count))
  }
  await makeExport.perform(platform.core, tenantId, { tenantId, exportId: id })
  return { id, tables, counts, entries: await downloadEntries(platform, admin, `/api/exports/${id}/download`) }
}

/** Tables of the safeguarding leads only. */
const SAFEGUARDING = new Set(['concern_entries', 'concern_views', 'concerns'])

const HEALTH = ['student_health', 'health_conditions', 'health_proposals', 'guardian_restrictions']

test(
  'an export holds every table and file of the organization but secrets, and nothing of another one',
  { timeout: 480_000 },
  async ({ platform }) => {
    const world = await makeWorld(platform)
    const all = await exported(platform, world.admin, world.id, {
      includesHealth: true,
      reason: 'We move to another system',
    })
    const { counts, entries } = all
    const tables = all.tables.filter(({ name }) => !SAFEGUARDING.has(name))
    const manifest = jsonOf(entries, 'manifest.json') as Manifest
    const { secrets } = platform.core.storage

    expect(tables.length).toBeGreaterThan(50)
    expect(manifest.tables.map(({ name }) => name)).toEqual(tables.map(({ name }) => name).toSorted())
    for (const table of tables) {
      const listed = manifest.tables.find(({ name }) => name === table.name)
      const rows = jsonOf(entries, listed?.json.path ?? '') as Record<string, unknown>[]
      expect([table.name, rows.length, listed?.rows]).toEqual([
        table.name,
        counts.get(table.name),
        counts.get(table.name),
      ])
      expect(rows.filter((row) => row[own(table)] !== world.id)).toEqual([])
      const left = manifest.leftOut.filter((one) => one.table === table.name).flatMap(({ columns }) => columns ?? [])
      const shown = rows.map((row) => [...Object.keys(row), ...left].toSorted())
      expect(shown.slice(0, 1)).toEqual(rows.slice(0, 1).map(() => table.columns.toSorted()))
      expect(left.toSorted()).toEqual(
        [...(secrets[table.name] ?? []), ...(table.name === 'images' ? ['data'] : [])].toSorted(),
      )
      const undeclared = table.columns.filter(
        (column) => secretName.test(column) && !left.includes(column) && !harmless.has(`${table.name}.${column}`),
      )
      expect(undeclared.map((column) => `${table.name}.${column}`)).toEqual([])
    }
    expect([...counts.values()].filter((count) => count > 0).length).toBeGreaterThan(30)

    const texts = [...entries].filter(([path]) => !path.startsWith('files/'))
    const others = await asked<{ id: string }>(
      platform,
      `select id::text from tenants where id <> $1 union all select id::text from users where tenant_id <> $1
        union all select email from users where tenant_id is distinct from $1 and email is not null
        union all select id::text from sessions where tenant_id <> $1`,
      [world.id],
    )
    expect(others.length).toBeGreaterThan(100)
    const found = texts.flatMap(([path, text]) => {
      const all = text.toString()
      return others.filter(({ id }) => all.includes(id)).map(({ id }) => `${path}: ${id}`)
    })
    expect(found).toEqual([])
    expect(texts.filter(([, text]) => text.includes('$argon2'))).toEqual([])

    for (const { path, sha256: sum, bytes } of [
      ...manifest.tables.flatMap(({ json, csv }) => (csv ? [json, csv] : [json])),
      ...manifest.shared,
      ...manifest.files.flatMap(({ path, ...file }) =>
        path === null ? [] : [{ ...file, path, sha256: file.sha256 ?? '' }],
      ),
    ]) {
      const entry = entries.get(path) ?? Buffer.alloc(0)
      expect([path, sha256(entry), entry.length]).toEqual([path, sum, bytes])
    }
    const ids = await asked<{ id: string }>(
      platform,
      `select id from files where tenant_id = $1 and state = 'complete' union all select id from images where tenant_id = $1`,
      [world.id],
    )
    expect(manifest.files.map(({ id }) => id).toSorted()).toEqual(ids.map(({ id }) => id).toSorted())
    expect(manifest.files.filter(({ path }) => path === null).map(({ filename }) => filename)).toEqual(['lost.png'])
    expect(manifest.counts).toMatchObject({ missingFiles: 1, files: ids.length - 1 })
    const names = [...entries.keys()].filter((path) => path.startsWith('files/core/image/'))
    expect(names.map((path) => path.slice('files/core/image/'.length))).toEqual(
      expect.arrayContaining(['_con.png', 'file', 'old.png', 'Füchse_ _alle_ 🦊.png', '_.._fox_.png']),
    )
    expect(new Set(names.map((path) => path.toLowerCase())).size).toBe(names.length)
    expect(jsonOf(entries, 'shared/subscription_plans.json') as object[]).toHaveLength(1)
    expect((jsonOf(entries, 'shared/projects.json') as object[]).length).toBeGreaterThan(0)
    expect(entries.get('README.txt')?.toString()).toContain('All data of North Star')

    const csv = entries.get('tables/students.csv')?.toString() ?? ''
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv).toContain(`,'-1,`)
    expect(csv.split('\n')[0]?.split(',')).toContain('first_name')
    expect([...entries.keys()].filter((path) => HEALTH.some((table) => path.endsWith(`${table}.csv`)))).toEqual([])
    const points = entries.get('tables/points_entries.csv')?.toString() ?? ''
    expect(points.split('\n').length).toBeGreaterThan(5)
  },
)

test('only an admin who gives a reason exports health data, which is recorded in each student’s ledger', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const guardian = await organization.signIn('parent')
  const student = await create<{ id: string }>(admin, '/api/students', {
    firstName: 'Ada',
    lastName: 'King',
    parentUserId: guardian.user?.id,
    medicalNotes: 'canary of health',
    emergencyContact: 'canary to call',
  })
  const other = await organization.user('parent')
  const path = `/api/students/${student.id}/guardians`
  const { id: guardianId } = await create<{ id: string }>(admin, path, { userId: other.id, relationship: 'father' })
  const order = { kind: 'court-order', verifiedBy: 'Grace Hopper', notes: 'canary of a court' }
  await create(admin, `${path}/${guardianId}/restrictions`, order)

  const list = Buffer.from('First Name,Surname,Allergies\nBen,Ash,canary of a list\n')
  const form = fileForm(list, { field: 'file', filename: 'students.csv' })
  expect((await admin.request('POST', '/api/student-imports', form)).status).toBe(201)

  const plain = await exported(platform, admin, organization.id)
  const texts = [...plain.entries.values()].join('\n')
  expect(texts).not.toContain('canary')
  expect(plain.entries.get('tables/parent_students.json')?.toString()).not.toContain('is_restricted')
  const left = (jsonOf(plain.entries, 'manifest.json') as Manifest).leftOut.filter(
    ({ because }) => because === 'health',
  )
  expect(left.map(({ table }) => table)).toEqual(expect.arrayContaining(HEALTH))
  const views = async (by: Client) => (await by.get(`/api/students/${student.id}/views`)).body as { what: string }[]
  expect(await views(admin)).toEqual([])

  const refused = await admin.post('/api/exports', { includesHealth: true })
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Write what the health data is needed for' } },
  })

  const whole = await exported(platform, admin, organization.id, { includesHealth: true, reason: 'The inspector asks' })
  expect(whole.entries.get('tables/student_health.json')?.toString()).toContain('canary of health')
  expect(whole.entries.get('tables/guardian_restrictions.json')?.toString()).toContain('canary of a court')
  expect(whole.entries.get('tables/student_import_rows.json')?.toString()).toContain('canary of a list')
  const printed = [...whole.entries].filter(([name]) => name.endsWith('.csv')).map(([, text]) => text.toString())
  expect(printed.join('\n')).not.toContain('canary')
  const recorded = { viewerName: 'Ada Lovelace', words: 'Export of all data: The inspector asks' }
  expect(await views(admin)).toEqual(
    ['restrictions', 'emergency', 'health'].map((what) => expect.objectContaining({ what, ...recorded })),
  )
  expect((await views(guardian)).map(({ what }) => what).toSorted()).toEqual(['emergency', 'health'])
})

test('the audit log of an export has actions of platform staff, without their addresses', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const email = (await platform.superAdmin()).user?.email ?? ''
  const staff = await organization.client().signIn(email)
  expect((await staff.put('/api/tenant/settings', { name: 'Renamed by staff' })).status).toBe(200)
  const { id, entries } = await exported(platform, admin, organization.id)
  const acts = jsonOf(entries, 'tables/audit_logs.json') as { action: string }[]
  expect(acts.find(({ action }) => action === 'tenant.settings-updated')).toMatchObject({
    user_name: 'Ada Lovelace',
    user_email: null,
    ip_address: null,
  })
  expect([...entries.values()].join('\n')).not.toContain(email)
  const again = await bytesOf(platform, admin, `/api/exports/${id}/download`)
  expect((await unzip(again.bytes)).size).toBe(entries.size)
})
