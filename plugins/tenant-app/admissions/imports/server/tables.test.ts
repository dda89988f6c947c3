import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { ZipFile } from 'yazl'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { makeOrganizationIn } from '../../../testing/series.ts'
import { tenantApp } from '../../../plugin.ts'
import type { ImportRow, StudentImport } from '../contract.ts'
import { importStudents } from './import-students.ts'

const test = pluginTest([tenantApp])

const put = (client: Client, bytes: Buffer, filename = 'list.csv') =>
  client.request('POST', '/api/student-imports', fileForm(bytes, { field: 'file', filename }))

interface Read extends StudentImport {
  rows: ImportRow[]
}

async function readAs(client: Client, bytes: Buffer | string): Promise<Read> {
  const { status, body } = await put(client, Buffer.from(bytes))
  expect({ status, body }).toMatchObject({ status: 201 })
  return { ...(body as StudentImport), rows: await rowsOf(client, body as StudentImport) }
}

const rowsOf = async (client: Client, { id }: Pick<StudentImport, 'id'>) =>
  (await client.get(`/api/student-imports/${id}/rows`)).body as ImportRow[]

const roster = (name: string) => readFileSync(new URL(`../../../testing/cases/roster-${name}.csv`, import.meta.url))

const namesOf = ({ rows }: Read) => rows.map(({ values }) => `${values.firstName} ${values.lastName}`)
const outcomesOf = ({ rows }: Read) => rows.map(({ outcome }) => outcome)

test('rows with more cells than headers are wrong, and empty cells beyond the headers are ignored', async ({
  platform,
}) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const read = await readAs(admin, roster('comma'))
  expect(read.counts).toEqual({ new: 0, changed: 0, same: 0, wrong: 1 })
  expect(read.rows[0]?.errors.firstName).toMatch(/4 cells and the headers name 3/)
  expect((await readAs(admin, 'First name,Last name\nAna,Lopez,,,\n')).counts.new).toBe(1)
})

test('a first line sets the separator, and titles above the headers are skipped', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  expect(await readAs(admin, roster('sep'))).toMatchObject({ headers: ['First name', 'Last name'], counts: { new: 1 } })
  const titled = 'Roster of Grade 5\nPrinted 5/31/2026, Room 4\n\nFirst name|Last name|Grade\nAna|Lopez|5\nBen|Two|5\n'
  const read = await readAs(admin, titled)
  expect(read).toMatchObject({ headerRow: 3, headers: ['First name', 'Last name', 'Grade'], counts: { new: 2 } })
  const unknown = await readAs(admin, 'List 5,,\nA,B,C\nAna,Lopez,5\n')
  expect(unknown).toMatchObject({ headerRow: 2, samples: [['Ana'], ['Lopez'], ['5']] })
  const path = `/api/student-imports/${unknown.id}/reading`
  expect((await admin.put(path, { headerRow: 1 })).body).toMatchObject({ headerRow: 1, rowCount: 2 })
  expect((await admin.put(path, { headerRow: 4 })).body.fields).toEqual({ file: 'The file has no such row' })
})

test('whole names, two guardians in a cell, and a row for each guardian are understood', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const read = await readAs(admin, roster('one-name'))
  expect(namesOf(read)).toEqual(['Ana One', 'Ben Two'])
  expect(read.counts.new).toBe(2)
  const map = await admin.put(`/api/student-imports/${read.id}/mapping`, {
    mapping: read.mapping,
    nameOrder: 'last-first',
  })
  expect(map.body).toMatchObject({ nameOrder: 'last-first' })
  expect(namesOf({ ...read, rows: await rowsOf(admin, read) })).toEqual(['Ana One', 'Two Ben'])
  const families = `Student,DOB,Parents,Parent Email
"Lopez, Ana",2016-05-31,Maria & José Lopez,maria@example.org; jose@example.org
Ludwig van Beethoven,2015-12-17,"Beethoven, Johann",
Mia Oak,2014-01-01,Ann Oak,ann@example.org
Mia Oak,2014-01-01,Tom Oak,tom@example.org
Zoe Elm,2013-01-01,A Elm & B Elm & C Elm,
`
  const parsed = await readAs(admin, families)
  expect(outcomesOf(parsed)).toEqual(['new', 'new', 'new', 'same', 'wrong'])
  expect(parsed.rows[0]?.values).toMatchObject({
    firstName: 'Ana',
    lastName: 'Lopez',
    guardian1FirstName: 'Maria',
    guardian1LastName: 'Lopez',
    guardian1Email: 'maria@example.org',
    guardian2FirstName: 'José',
    guardian2LastName: 'Lopez',
    guardian2Email: 'jose@example.org',
  })
  expect(parsed.rows[1]?.values).toMatchObject({ lastName: 'van Beethoven', guardian1FirstName: 'Johann' })
  expect(parsed.rows[3]?.note).toBe('Row 3 is the same student; the guardian is added there')
  expect(parsed.rows[4]?.errors.guardian1FirstName).toMatch(/at most two guardians/)
  await admin.post(`/api/student-imports/${parsed.id}/start`)
  await importStudents.perform(platform.core, null, { tenantId: organization.id, importId: parsed.id })
  const students = (await admin.get('/api/students?search=Mia')).body as { id: string }[]
  const guardians = (await admin.get(`/api/students/${students[0]?.id}/guardians`)).body as { lastName: string }[]
  expect(guardians).toHaveLength(2)
  // The next file of this kind is recognized by its columns.
  const next = await readAs(admin, 'Student,DOB,Parents,Parent Email\n"Ash, Cleo",2012-01-01,,\n')
  expect(next.mapping).toEqual(parsed.mapping)
})

test('mapped columns are remembered, and columns left out stay out', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const file = (name: string) => `Kid,Clan,Grade\n${name},King,3\n`
  const made = await readAs(admin, file('Ada'))
  await admin.put(`/api/student-imports/${made.id}/mapping`, { mapping: { firstName: 0, lastName: 1 } })
  await admin.post(`/api/student-imports/${made.id}/start`)
  await importStudents.perform(platform.core, null, { tenantId: organization.id, importId: made.id })
  expect(await readAs(admin, file('Ben'))).toMatchObject({ mapping: { firstName: 0, lastName: 1 }, counts: { new: 1 } })
  const other = await (await platform.organization()).signIn('tenant_admin')
  expect((await readAs(other, file('Cleo'))).mapping).toEqual({ grade: 2 })
})

test('invisible characters are dropped, and composed and decomposed letters make one name', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const invisible = await readAs(admin, roster('invisible'))
  expect(invisible.counts.new).toBe(2)
  expect(namesOf(invisible)).toEqual(['דוד כהן', 'Ana One'])
  const nfd = await readAs(admin, roster('nfd'))
  expect(outcomesOf(nfd)).toEqual(['new', 'same'])
  expect(nfd.rows[1]?.note).toBe('Row 1 is the same student')
  await admin.post(`/api/student-imports/${nfd.id}/start`)
  await importStudents.perform(platform.core, null, { tenantId: organization.id, importId: nfd.id })
  for (const search of ['Müller', 'Mu\u0308ller', 'muller', 'Müller, José']) {
    const { body } = await admin.get(`/api/students?search=${encodeURIComponent(search)}`)
    expect((body as unknown[]).length, search).toBe(1)
  }
})

test('an admin chooses the encoding of a file that does not show it, by a sample of each', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const file = (row: string) =>
    Buffer.concat([Buffer.from('First name;Last name\n'), Buffer.from(row, 'hex'), Buffer.from('\n')])
  const texts: [Buffer, string, string][] = [
    [roster('cp1250'), 'Windows-1250', 'Łukasz Dvořák'],
    [file('4a6f738e3b4e69966f'), 'Mac Roman', 'José Niño'],
    [file('91be98593b8e529363'), 'Shift-JIS', '太郎 山田'],
    [file('c8e2e0ed3bcfe5f2f0eee2'), 'Windows-1251', 'Иван Петров'],
    [file('d0a1c3f73bcdf5'), 'GBK', '小明 王'],
  ]
  for (const [bytes, encoding, name] of texts) {
    const made = await readAs(admin, bytes)
    expect(made.questions).toEqual(['encoding'])
    expect(outcomesOf(made)).toEqual(['wrong'])
    const choice = made.encodingChoices.find((one) => one.encoding === encoding)
    expect(choice?.sample).toContain(name.split(' ')[0])
    expect((await admin.post(`/api/student-imports/${made.id}/start`)).body.message).toMatch(/how to read the file/)
    const read = await admin.put(`/api/student-imports/${made.id}/reading`, { encoding })
    expect(read.body).toMatchObject({ encoding, questions: [], counts: { new: 1 } })
    expect(namesOf({ ...made, rows: await rowsOf(admin, made) })).toEqual([name])
    expect((await admin.post(`/api/student-imports/${made.id}/start`)).status).toBe(202)
  }
  const unmarked = Buffer.from('First name,Last name\nJosé,Müller\n', 'utf16le')
  expect(await readAs(admin, unmarked)).toMatchObject({ encoding: 'UTF-16', questions: [], counts: { new: 1 } })
  expect(await readAs(admin, unmarked.swap16())).toMatchObject({ encoding: 'UTF-16', counts: { new: 1 } })
})

test('dates are shown as parsed, and an admin chooses the order of ambiguous ones', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'Europe/London')
  const admin = await organization.signIn('tenant_admin')
  const made = await readAs(admin, roster('dates'))
  expect(made).toMatchObject({ dateOrder: 'day-first', questions: ['dateOrder'] })
  expect(made.rows[0]?.values.dateOfBirth).toBe('2012-04-03')
  expect((await admin.post(`/api/student-imports/${made.id}/start`)).body.message).toMatch(/day or the month/)
  const map = (body: object) => admin.put(`/api/student-imports/${made.id}/mapping`, { mapping: made.mapping, ...body })
  expect((await map({})).body).toMatchObject({ questions: ['dateOrder'] })
  expect((await map({ dateOrder: 'month-first' })).body).toMatchObject({ questions: [] })
  expect((await rowsOf(admin, made))[0]?.values.dateOfBirth).toBe('2012-03-04')
  expect((await admin.post(`/api/student-imports/${made.id}/start`)).status).toBe(202)
  const written = [
    '31/5/2016',
    '5/31/2016',
    '31.5.16',
    '2016/05/31',
    'May 31, 2016',
    '31 mai 2016',
    '31-May-16',
    '31 de mayo de 2016',
  ]
  for (const date of written) {
    const read = await readAs(admin, `First name;Last name;DOB\nAna;One;${date}\n`)
    expect({ questions: read.questions, date: read.rows[0]?.values.dateOfBirth }, date).toEqual({
      questions: [],
      date: '2016-05-31',
    })
  }
})

function zip(parts: Record<string, string>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [path, text] of Object.entries(parts)) archive.addBuffer(Buffer.from(text), path)
  archive.end()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    archive.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
    archive.outputStream.on('end', () => resolve(Buffer.concat(chunks)))
    archive.outputStream.on('error', reject)
  })
}

const workbook = (rows: string) =>
  zip({
    'xl/workbook.xml': `<workbook xmlns:r="urn:r"><sheets><sheet name="Old" state="hidden" r:id="rId1"/><sheet name="List" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst><si><t>First name</t></si><si><r><t>Last </t></r><r><t>name</t></r><rPh><t>no</t></rPh></si><si><t>O&apos;Neil &amp; Söhne</t></si></sst>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>no</t></is></c></row></sheetData></worksheet>',
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })

test('a workbook is read: its first visible sheet, with dates by their format and cells in place', async ({
  platform,
}) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>DOB</v></c><c r="E1" t="str"><v>Grade</v></c></row>
    <row r="3"><c r="A3" t="inlineStr"><is><t>Ana</t></is></c><c r="B3" t="s"><v>2</v></c><c r="C3" s="1"><v>42521</v></c><c r="E3" s="2"><v>5</v></c></row>
    <row r="4"><c r="A4" t="str"><v>Ben</v></c><c r="B4" t="str"><v>Two</v></c><c r="F4" t="str"><v>beyond</v></c></row>`
  const made = await readAs(admin, await workbook(rows))
  expect(made).toMatchObject({
    encoding: 'Workbook',
    questions: [],
    headers: ['First name', 'Last name', 'DOB', '', 'Grade', ''],
  })
  expect(made.rows[0]?.values).toMatchObject({ lastName: "O'Neil & Söhne", dateOfBirth: '2016-05-31', grade: '005' })
  expect(outcomesOf(made)).toEqual(['new', 'new'])
  expect((await put(admin, await zip({ 'a.txt': 'x' }))).body.fields.file).toMatch(/no workbook/)
  const huge = await workbook(`<row><c t="str"><v>${'x'.repeat(25 * 1024 ** 2)}</v></c></row>`)
  expect(huge.length).toBeLessThan(100_000)
  expect((await put(admin, huge)).body.fields.file).toMatch(/too large/)
})

test('a template has the columns of an import', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const template = await admin.get('/api/student-imports/template')
  const made = await readAs(admin, template.body as string)
  expect(made).toMatchObject({ questions: [], counts: { new: 2, wrong: 0 } })
  expect(Object.keys(made.mapping)).toHaveLength(15)
})
