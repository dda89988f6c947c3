import { expect } from 'vitest'
import { record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '../plugin.ts'

const test = pluginTest([audit])

const recordAll = ({ core }: TestPlatform, entries: Partial<AuditEntry>[]) =>
  core.db.platform(systemActor, async (scope) => {
    for (const entry of entries) {
      await record(scope, { action: 'thing.changed', category: 'system', description: 'Changed a thing', ...entry })
    }
  })

test('a CSV holds what fits the filters, newest first, with quotes where they are needed', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization({ name: 'North, "Star"' })
  await recordAll(platform, [
    { tenantId: id, description: 'older', severity: 'error' },
    { tenantId: id, description: 'newer\nin two lines', severity: 'error', metadata: { a: 'x,y' } },
    { tenantId: id, description: 'left out' },
  ])
  platform.clock.forward(1000)
  const { status, body, headers } = await admin.get(`/api/audit-logs/export?tenantId=${id}&severity=error`)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d[.]csv"$/)
  expect(headers['cache-control']).toBe('no-store')
  const [head, ...lines] = (body as string).split('\r\n')
  expect(head).toBe(
    '\uFEFFcreatedAt,severity,category,action,description,success,userName,userEmail,tenantName,ipAddress,userAgent,resource,resourceId,errorMessage,metadata,id',
  )
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(
    /^\d{4}-[^,]+Z,error,system,thing[.]changed,"newer\nin two lines",true,,,"North, ""Star""",,,,,,"{""a"":""x,y""}",[0-9a-f-]{36}$/,
  )
  expect(lines[1]).toContain(',older,')
  expect(lines[2]).toBe('')
  const oldestFirst = await admin.get(`/api/audit-logs/export?tenantId=${id}&severity=error&sort=createdAt`)
  expect((oldestFirst.body as string).split('\r\n')[1]).toContain(',older,')
})

test('a text that a spreadsheet would take for a formula is neutralized', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization({ name: '@SUM(1)' })
  const texts = ['=HYPERLINK("http://x")', '+1', '-2+3', '@cmd', '\tx', '\rx', 'a=b']
  await recordAll(
    platform,
    texts.map((description) => ({ tenantId: id, description })),
  )
  platform.clock.forward(1000)
  const { body } = await admin.get(`/api/audit-logs/export?tenantId=${id}`)
  for (const cell of [`"'=HYPERLINK(""http://x"")"`, `'+1`, `'-2+3`, `'@cmd`, `'\tx`, `"'\rx"`, 'a=b', `'@SUM(1)`]) {
    expect(body).toContain(`,${cell},`)
  }
})

test('an NDJSON has one object a line, however many batches it takes', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization()
  await recordAll(
    platform,
    Array.from({ length: 2001 }, (_, index) => ({ tenantId: id, description: `=act ${index}` })),
  )
  platform.clock.forward(1000)
  const { body, headers } = await admin.get(`/api/audit-logs/export?format=ndjson&tenantId=${id}`)
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  const rows = (body as string)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; description: string })
  expect(new Set(rows.map((row) => row.id)).size).toBe(2001)
  expect(rows[0]?.description).toBe('=act 2000')
  expect(rows.at(-1)?.description).toBe('=act 0')
})

test('an export is on record, with what was asked for', async ({ platform }) => {
  const admin = await platform.superAdmin()
  expect((await admin.get('/api/audit-logs/export?format=ndjson&category=auth&range=1d&search=ada')).status).toBe(200)
  const { body } = await admin.get('/api/audit-logs?category=security')
  expect(body[0]).toMatchObject({
    action: 'audit.exported',
    userEmail: admin.user?.email,
    description: 'Exported the audit log as NDJSON',
    metadata: { format: 'ndjson', filters: { category: 'auth', search: 'ada', from: expect.any(String) } },
  })
})

test('an organization’s admin exports its own part alone, without addresses of platform staff, and that is on record there', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  await recordAll(platform, [
    { tenantId: mine.id, description: '=mine' },
    { tenantId: other.id, description: 'theirs' },
  ])
  const staff = await mine.client().signIn((await platform.superAdmin()).user?.email ?? '')
  platform.clock.forward(1000)
  const admin = await mine.signIn('tenant_admin')
  platform.clock.forward(1000)
  const path = '/api/tenant/audit-logs/export'
  const { status, body } = await admin.get(path)
  expect(status).toBe(200)
  expect(body).toContain(`,'=mine,`)
  expect(body).not.toContain('theirs')
  expect(body).not.toContain(staff.user?.email)
  expect((await admin.get(`${path}?format=ndjson&tenantId=${other.id}`)).body).not.toContain('theirs')
  platform.clock.forward(1000)
  const { body: acts } = await admin.get('/api/tenant/audit-logs?category=security')
  expect((acts as { action: string }[]).map(({ action }) => action)).toEqual(['audit.exported', 'audit.exported'])
  for (const client of [await mine.signIn('instructor'), await mine.signIn('parent')]) {
    expect((await client.get(path)).status).toBe(403)
  }
})
