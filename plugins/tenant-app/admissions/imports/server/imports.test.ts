import { afterEach, expect, vi } from 'vitest'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { tenantApp } from '../../../plugin.ts'
import type { ImportRow, StudentImport } from '../contract.ts'
import { purgeImports } from './purge-imports.ts'
import { importStudents } from './import-students.ts'

const test = pluginTest([tenantApp])

const DAY = 86_400_000

afterEach(() => {
  vi.restoreAllMocks()
})

const put = (client: Client, text: string | Buffer, filename = 'students.csv') =>
  client.request('POST', '/api/student-imports', fileForm(Buffer.from(text), { field: 'file', filename }))

async function read(client: Client, text: string | Buffer): Promise<StudentImport> {
  const { status, body } = await put(client, text)
  expect({ status, body }).toMatchObject({ status: 201 })
  return body as StudentImport
}

const rowsOf = async (client: Client, { id }: Pick<StudentImport, 'id'>, query = '') =>
  (await client.get(`/api/student-imports/${id}/rows${query}`)).body as ImportRow[]

const perform = ({ core }: TestPlatform, { id: tenantId }: TestOrganization, { id: importId }: { id: string }) =>
  importStudents.perform(core, null, { tenantId, importId })

async function imported(platform: TestPlatform, organization: TestOrganization, client: Client, text: string) {
  const made = await read(client, text)
  expect((await client.post(`/api/student-imports/${made.id}/start`)).status).toBe(202)
  await perform(platform, organization, made)
  return (await client.get(`/api/student-imports/${made.id}`)).body as StudentImport
}

const studentsOf = async (client: Client) =>
  (await client.get('/api/students')).body as {
    id: string
    firstName: string
    grade: string | null
    dateOfBirth: string | null
    parentUser: { email: string | null } | null
  }[]

const HEADER = 'First Name,Surname,DOB,Grade level,Parent 1 first name,Parent 1 last name,Parent 1 email,Mobile\n'
const FAMILY = `${HEADER}Ada,King,2016-05-06,3,Annabella,Byron,anna@example.org,555
Ben,King,2014-01-02,5,Annabella,Byron,ANNA@example.org,555
Cleo,Ash,,Pre-K,,,,
`

test('a dry run previews each row and writes nothing; then the import writes it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const teacher = await organization.user('instructor', { email: 'tess@example.org' })
  expect(teacher.email).toBe('tess@example.org')
  await admin.post('/api/students', { firstName: 'ada', lastName: 'KING', dateOfBirth: '2016-05-06', grade: '2' })
  await admin.post('/api/students', { firstName: 'Cleo', lastName: 'Ash', grade: 'Pre-K' })
  const text = `${FAMILY}Dot,,31.02.2015,3,,,,
Eve,Oak,2999-01-01,3,Tess,Oak,tess@example.org,
Flo,Elm,,3,,,not an address,
Ben,King,2014-01-02,5,,,,
`
  const made = await read(admin, text)
  expect(made).toMatchObject({
    status: 'ready',
    encoding: 'UTF-8',
    counts: { new: 1, changed: 1, same: 2, wrong: 3 },
    mapping: { firstName: 0, lastName: 1, dateOfBirth: 2, grade: 3, guardian1Email: 6 },
  })
  const rows = await rowsOf(admin, made)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['changed', 'new', 'same', 'wrong', 'wrong', 'wrong', 'same'])
  expect(rows[0]?.was).toMatchObject({ firstName: 'ada', lastName: 'KING', grade: '2', guardian1LastName: '—' })
  expect(rows[6]?.note).toBe('Row 2 is the same student')
  expect(rows.slice(3, 6).map(({ errors }) => errors)).toEqual([
    { lastName: 'Last name is required', dateOfBirth: 'Not a date. Write it as 2016-05-31' },
    { dateOfBirth: 'A birthday cannot be in the future' },
    {
      guardian1Email: 'Not a valid email address',
      guardian1FirstName: 'A guardian has a first name',
      guardian1LastName: 'A guardian has a last name',
    },
  ])
  expect((await rowsOf(admin, made, '?outcome=wrong&limit=1&offset=1')).map(({ number }) => number)).toEqual([5])
  expect(await studentsOf(admin)).toHaveLength(2)
  expect((await admin.post(`/api/student-imports/${made.id}/start`)).status).toBe(202)
  expect((await admin.post(`/api/student-imports/${made.id}/start`)).status).toBe(409)
  await perform(platform, organization, made)
  expect((await admin.get(`/api/student-imports/${made.id}`)).body).toMatchObject({ status: 'done', progress: 2 })
  const students = await studentsOf(admin)
  expect(students.map(({ firstName, grade }) => [firstName, grade])).toEqual([
    ['Cleo', 'Pre-K'],
    ['Ada', '3'],
    ['Ben', '5'],
  ])
  expect(students.map(({ parentUser }) => parentUser?.email)).toEqual([
    undefined,
    'anna@example.org',
    'anna@example.org',
  ])
  // A file sends no invitations.
  expect(await platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('invitations').count())).toEqual([
    { count: 0 },
  ])
})

test('an admin maps columns by hand, and sets the order of days and months', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const made = await read(admin, 'Kid;Clan;Day\nAda;King;05/06/2016\n')
  expect(made).toMatchObject({ mapping: {}, dateOrder: 'month-first', counts: { wrong: 1 } })
  const map = (body: object) => admin.put(`/api/student-imports/${made.id}/mapping`, body)
  const mapping = { firstName: 0, lastName: 1, dateOfBirth: 2 }
  expect((await map({ mapping, dateOrder: 'day-first' })).body).toMatchObject({ counts: { new: 1, wrong: 0 } })
  expect((await map({ mapping: { firstName: 3 }, dateOrder: 'day-first' })).body.fields).toEqual({
    'mapping.firstName': 'The file has no such column',
  })
  await admin.post(`/api/student-imports/${made.id}/start`)
  await perform(platform, organization, made)
  expect(await studentsOf(admin)).toMatchObject([{ dateOfBirth: '2016-06-05' }])
  expect((await map({ mapping, dateOrder: 'month-first' })).status).toBe(409)
})

test('an export is imported again without a change, formulas and restricted guardians included', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await imported(platform, organization, admin, FAMILY)
  const parent = await organization.user('parent')
  const twins = [1, 2].map(() => ({
    firstName: '=1+1',
    lastName: 'O"Neil, jr',
    dateOfBirth: '2015-01-01',
    saveAnyway: true,
  }))
  for (const twin of twins) await admin.post('/api/students', { ...twin, parentUserId: parent.id })
  const file = await admin.get('/api/students/export')
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.body).toContain('\'=1+1,"O""Neil, jr"')
  expect(file.body.split('\r\n')[1]).toMatch(/^[0-9a-f-]{36},Cleo,Ash,,Pre-K/)
  const again = await read(admin, file.body as string)
  expect(again.counts).toEqual({ new: 0, changed: 0, same: 5, wrong: 0 })
  expect((await admin.post(`/api/student-imports/${again.id}/start`)).body.message).toMatch(/Nothing to import/)
  const workbook = await platform.app.inject({
    url: '/api/students/export?format=xlsx',
    headers: { host: admin.host, cookie: admin.cookie },
  })
  expect(workbook.headers['content-disposition']).toContain('students.xlsx')
  const form = fileForm(workbook.rawPayload, { field: 'file', filename: 'students.xlsx' })
  const fromWorkbook = await admin.request('POST', '/api/student-imports', form)
  expect(fromWorkbook.body).toMatchObject({ encoding: 'Workbook', counts: { new: 0, changed: 0, same: 5, wrong: 0 } })
  const linesOf = async (filters: string) => {
    const { body } = await admin.get(`/api/students/export?${filters}`)
    return (body as string).trimEnd().split('\r\n').slice(1)
  }
  expect(await linesOf('status=active')).toHaveLength(5)
  expect(await linesOf('status=inactive')).toHaveLength(0)
  expect(await linesOf('grade=Pre-K&search=cleo')).toEqual([expect.stringContaining('Cleo,Ash')])
  expect((await admin.get('/api/students/export?format=ods')).status).toBe(400)
  for (const role of ['instructor', 'parent'] as const) {
    const other = await organization.signIn(role)
    expect((await other.get('/api/students/export')).status).toBe(403)
    expect((await put(other, FAMILY)).status).toBe(403)
  }
})

test('two admins who import one file at once add each student and guardian once', async ({ platform }) => {
  const organization = await platform.organization()
  const admins = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')] as const
  const made = await Promise.all(admins.map((admin) => read(admin, FAMILY)))
  await Promise.all(made.map(({ id }) => admins[0].post(`/api/student-imports/${id}/start`)))
  await Promise.all(made.map((one) => perform(platform, organization, one)))
  expect(await studentsOf(admins[0])).toHaveLength(3)
  const ends = await Promise.all(made.map(async ({ id }) => (await admins[0].get(`/api/student-imports/${id}`)).body))
  expect(ends.map(({ status }) => status)).toEqual(['done', 'done'])
  expect(ends.map(({ counts }) => counts.new).toSorted((one, other) => one - other)).toEqual([0, 3])
  const parents = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('users').where({ role: 'parent' }).pluck('email'),
  )
  expect(parents).toEqual(['anna@example.org'])
})

test('an import is undone row by row for 14 days, and records with later changes stay, with the reason', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.post('/api/students', { firstName: 'Cleo', lastName: 'Ash', grade: 'K' })
  const names = ['Ada', 'Ben', 'Dot', 'Eve']
  const text = `${HEADER}${names.map((name) => `${name},King,,3,Mother,${name},${name}.${organization.subdomain}@example.org,5`).join('\n')}\nCleo,Ash,2015-05-05,1,,,,\n`
  const done = await imported(platform, organization, admin, text)
  expect(Date.parse(done.undoUntil ?? '') - Date.parse(done.importedAt ?? '')).toBe(14 * DAY)
  const idOf = async (name: string) => (await studentsOf(admin)).find(({ firstName }) => firstName === name)?.id ?? ''
  await admin.put(`/api/students/${await idOf('Ben')}`, { grade: '4' })
  await admin.put(`/api/students/${await idOf('Dot')}`, { medicalNotes: 'Peanuts' })
  const undone = (await admin.post(`/api/student-imports/${done.id}/undo`)).body as StudentImport
  expect(undone).toMatchObject({ status: 'undone', keptCount: 2, undoUntil: null })
  expect(
    (await rowsOf(admin, done, '?kept=1')).map(({ values, keptReason }) => [values.firstName, keptReason]),
  ).toEqual([
    ['Ben', 'The student was changed since'],
    ['Dot', 'The student has health or emergency data'],
  ])
  const left = await studentsOf(admin)
  expect(left.map(({ firstName, grade, dateOfBirth }) => [firstName, grade, dateOfBirth])).toEqual([
    ['Cleo', 'K', null],
    ['Ben', '4', null],
    ['Dot', '3', null],
  ])
  const guardians = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('users').where({ role: 'parent' }).orderBy('lastName').select('lastName'),
  )
  expect(guardians).toEqual([{ lastName: 'Ben' }, { lastName: 'Dot' }])
  expect((await admin.post(`/api/student-imports/${done.id}/undo`)).status).toBe(409)
})

test('after 14 days an import cannot be undone, and its stored names are gone', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const admin = await organization.client().signIn(email)
  const done = await imported(platform, organization, admin, FAMILY)
  const end = Date.parse(done.undoUntil ?? '')
  const moveTo = async (time: number) => {
    vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(time))
    await purgeImports.perform(platform.core, null, {})
    await admin.signIn(email)
  }
  const undoUntil = async () => (await admin.get(`/api/student-imports/${done.id}`)).body.undoUntil as string | null
  await moveTo(end - 1)
  expect(await undoUntil()).toBe(done.undoUntil)
  await moveTo(end)
  expect(await undoUntil()).toBeNull()
  expect((await admin.post(`/api/student-imports/${done.id}/undo`)).status).toBe(409)
  await moveTo(end + DAY)
  expect((await rowsOf(admin, done)).length).toBeGreaterThan(0)
  await moveTo(end + DAY + 1)
  expect(await rowsOf(admin, done)).toEqual([])
  expect((await admin.get('/api/student-imports')).body).toMatchObject([{ id: done.id, filename: 'students.csv' }])
})

test('the newest five unwritten imports are stored with their rows, and all written ones', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const done = await imported(platform, organization, admin, FAMILY)
  const made: StudentImport[] = []
  for (let count = 0; count < 4; count++) made.push(await read(admin, FAMILY))
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('student_imports').where({ id: made[0]?.id }).update({ status: 'failed' }),
  )
  const last = await Promise.all([1, 2, 3].map(() => read(admin, FAMILY)))
  const listed = (await admin.get('/api/student-imports')).body as StudentImport[]
  const kept = [done, ...made.slice(2), ...last].map(({ id }) => id)
  expect(listed.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  const ofRows = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('student_import_rows').distinct().pluck<string[]>('import_id'),
  )
  expect(ofRows.toSorted()).toEqual(kept.toSorted())
  expect((await admin.get('/api/student-imports?limit=51')).body.fields).toEqual({ limit: 'At most 50' })
})

test('files without a list of students are refused with a reason, and other encodings are read', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const refused: [string | Buffer, RegExp][] = [
    ['', /is empty/],
    ['First Name,Last Name\n', /nothing below it/],
    [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /not a CSV file/],
    [Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]), /workbook is damaged/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), /Save it as XLSX or CSV/],
    [Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(1000)]), /not a CSV file/],
    [`First Name,Last Name\n"${'x'.repeat(1_000_000)}`, /row is longer than 20,000 characters/],
    [`First Name,Last Name\nAda,"King" x\n`, /cannot be read as CSV/],
    [`First Name,Last Name\n${'Ada,King\n'.repeat(10_001)}`, /at most 10,000 rows/],
    [`${'a,'.repeat(200)}a\n1\n`, /at most 200 columns/],
  ]
  for (const [bytes, message] of refused) {
    expect(await put(admin, bytes)).toMatchObject({
      status: 400,
      body: { fields: { file: expect.stringMatching(message) } },
    })
  }
  expect((await put(admin, Buffer.alloc(5 * 1024 ** 2 + 1, 'a,b\n'))).status).toBe(413)
  const text = 'First Name;Last Name\nJosé;Müller\n'
  const encodings: [Buffer, string][] = [
    [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16'],
    [Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'UTF-16'],
    [Buffer.from(`\uFEFF${text}`), 'UTF-8'],
    [Buffer.from(text.replaceAll(';', '\t').replaceAll('\n', '\r')), 'UTF-8'],
  ]
  for (const [bytes, encoding] of encodings) {
    const made = await read(admin, bytes)
    expect(made.encoding).toBe(encoding)
    expect((await rowsOf(admin, made))[0]?.values).toMatchObject({ firstName: 'José', lastName: 'Müller' })
  }
})

test('thousands of students with their guardians are imported and undone', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const lines = Array.from(
    { length: 3000 },
    (_, index) => `Child ${index},King,2015-01-01,3,Parent ${index},King,p${index}@example.org,5`,
  )
  const done = await imported(platform, organization, admin, `${HEADER}${lines.join('\n')}`)
  expect(done).toMatchObject({ status: 'done', progress: 3000, counts: { new: 3000 } })
  const found = await admin.get('/api/students?search=p2999@example.org&limit=5')
  expect(found.body).toMatchObject([{ firstName: 'Child 2999', parentUser: { email: 'p2999@example.org' } }])
  expect((await admin.post(`/api/student-imports/${done.id}/undo`)).body).toMatchObject({
    status: 'undone',
    keptCount: 0,
  })
  expect((await admin.get('/api/students?limit=1')).headers).toMatchObject({ 'x-total-count': '0' })
})
