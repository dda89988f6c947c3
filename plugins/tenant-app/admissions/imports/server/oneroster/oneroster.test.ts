import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { assertDatabaseLaw } from '#core/testing/laws.ts'
import { fileForm } from '#core/testing/upload.ts'
import { zip } from '#core/testing/zip.ts'
import { tenantApp } from '../../../../plugin.ts'
import { enrollmentLine, packRoster, smallRoster, userLine } from '../../../../testing/oneroster.ts'
import type { ImportRow, StudentImport } from '../../contract.ts'
import { importStudents } from '../import-students.ts'

const it = pluginTest([tenantApp])

const send = (client: Client, bytes: Buffer) =>
  client.request('POST', '/api/student-imports', fileForm(bytes, { field: 'file', filename: 'roster.zip' }))

async function preview(client: Client, bytes: Buffer) {
  const { status, body } = await send(client, bytes)
  expect({ status, body }).toMatchObject({ status: 201 })
  const file = body as StudentImport
  return { ...file, rows: (await client.get(`/api/student-imports/${file.id}/rows`)).body as ImportRow[] }
}

interface Place {
  platform: TestPlatform
  organization: TestOrganization
  admin: Client
}

const perform = ({ platform, organization }: Place, importId: string) =>
  importStudents.perform(platform.core, null, { tenantId: organization.id, importId })

async function run(place: Place, bytes: Buffer): Promise<StudentImport> {
  const { id } = await preview(place.admin, bytes)
  expect(await place.admin.post(`/api/student-imports/${id}/start`)).toMatchObject({ status: 202 })
  await perform(place, id)
  const { body } = await place.admin.get(`/api/student-imports/${id}`)
  expect(body).toMatchObject({ status: 'done' })
  return body as StudentImport
}

async function newPlace(platform: TestPlatform): Promise<Place> {
  const organization = await platform.organization()
  await organization.user('instructor', { email: 'tess@example.org' })
  return { platform, organization, admin: await organization.signIn('tenant_admin') }
}

const tables: Readonly<Record<string, string>> = {
  students: 'first_name, last_name, date_of_birth, grade',
  users: 'email, first_name, last_name, role',
  parent_students: 'parent_id, student_id, contact_order',
  groups: 'name, season, kind, source_id',
  group_members: 'group_id, student_id, from_date, until_date',
  group_staff: 'group_id, user_id',
  roster_links: 'kind, source_id, given, student_id, user_id, group_id, member_id',
}

/** Rows of an organization in every table that an import writes. */
async function snapshot({ platform, organization }: Place): Promise<Record<string, unknown[]>> {
  return platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const found: Record<string, unknown[]> = {}
    for (const [table, columns] of Object.entries(tables)) {
      const { rows } = await trx.raw<{ rows: unknown[] }>(
        `select ${columns} from ${table} where tenant_id = ? order by ${columns}`,
        [organization.id],
      )
      found[table] = rows
    }
    return found
  })
}

const notes = (rows: readonly ImportRow[], outcome: string) =>
  rows.flatMap((row) => (row.outcome === outcome ? `${row.roster?.file}:${row.roster?.line} ${row.note}` : []))

describe('POST /api/student-imports with a OneRoster archive', () => {
  it('previews, imports, changes nothing the second time, and is undone', async ({ platform }) => {
    const place = await newPlace(platform)
    const before = await snapshot(place)
    const made = await preview(place.admin, packRoster(smallRoster()))
    expect(made).toMatchObject({
      format: 'oneroster',
      encoding: 'OneRoster 1.1',
      counts: { new: 7, changed: 0, wrong: 0 },
    })
    expect(made.kinds.map(({ kind, new: added }) => [kind, added])).toEqual([
      ['student', 2],
      ['guardian', 1],
      ['class', 1],
      ['membership', 2],
      ['staff', 1],
    ])
    expect(made.remarks).toContain('1 courses: their names are used for classes, nothing else')
    expect(made.remarks.join(' ')).toContain('demographics.csv: not imported: sex')
    expect(await snapshot(place)).toEqual(before)
    const done = await run(place, packRoster(smallRoster()))
    const after = await snapshot(place)
    expect(after['students']).toMatchObject([
      { first_name: 'Ada', grade: '3', date_of_birth: '2016-05-06' },
      { first_name: 'Ben', grade: 'K' },
    ])
    expect(after['groups']).toMatchObject([{ name: 'Robots 1', season: 'Fall 2026', kind: 'class' }])
    expect(after['group_members']).toHaveLength(2)
    expect(after['group_staff']).toHaveLength(1)
    expect(after['parent_students']).toHaveLength(2)
    const again = await preview(place.admin, packRoster(smallRoster()))
    expect(again.counts).toEqual({ new: 0, changed: 0, same: 7, wrong: 0 })
    expect((await place.admin.post(`/api/student-imports/${again.id}/start`)).status).toBe(409)
    expect((await place.admin.post(`/api/student-imports/${done.id}/undo`)).body).toMatchObject({
      status: 'undone',
      keptCount: 0,
    })
    expect(await snapshot(place)).toEqual(before)
  })

  it('applies what a file changes, keeps what staff changed, and ends what a bulk file lacks', async ({ platform }) => {
    const place = await newPlace(platform)
    await run(place, packRoster(smallRoster()))
    const students = (await place.admin.get('/api/students')).body as { id: string; firstName: string }[]
    const ada = students.find(({ firstName }) => firstName === 'Ada')
    await place.admin.put(`/api/students/${ada?.id}`, { grade: '4' })
    const before = await snapshot(place)
    const next = smallRoster()
    next['users'] = [
      userLine({ id: 's1', role: 'student', name: 'Ada King', agents: 'g1', grade: '03' }),
      userLine({ id: 's2', role: 'student', name: 'Benjamin King', agents: 'g1', grade: '01' }),
      ...(next['users']?.slice(2) ?? []),
    ]
    next['enrollments'] = next['enrollments']?.slice(1) ?? []
    const made = await preview(place.admin, packRoster(next))
    expect(made.counts).toMatchObject({ new: 0, changed: 2, wrong: 0 })
    expect(made.rows.map(({ note }) => note)).toContain('Grade stays 4, as edited here')
    expect(made.rows.map(({ note }) => note)).toContain('First name was Ben. Grade was K')
    expect(made.remarks).toContain('1 membership ends; the students stay')
    const done = await run(place, packRoster(next))
    expect((await preview(place.admin, packRoster(next))).counts).toMatchObject({ new: 0, changed: 0 })
    await place.admin.post(`/api/student-imports/${done.id}/undo`)
    expect(await snapshot(place)).toEqual(before)
    // The enrollment is back, and begins anew.
    await run(place, packRoster(next))
    expect((await preview(place.admin, packRoster(smallRoster()))).rows.map(({ note }) => note)).toContain(
      'Is back, after it had ended',
    )
    await run(place, packRoster(smallRoster()))
    expect((await preview(place.admin, packRoster(smallRoster()))).counts).toMatchObject({ new: 0, changed: 0 })
  })

  it('reads a delta file: records that it does not name stay, and tobedeleted ends a membership', async ({
    platform,
  }) => {
    const place = await newPlace(platform)
    await run(place, packRoster(smallRoster()))
    const delta = { enrollments: [enrollmentLine('e2', 's2', { status: 'tobedeleted' })] }
    const made = await preview(place.admin, packRoster(delta, { mode: 'delta' }))
    expect(made.counts).toEqual({ new: 0, changed: 1, same: 0, wrong: 0 })
    await run(place, packRoster(delta, { mode: 'delta' }))
    expect((await place.admin.get('/api/students')).body).toHaveLength(2)
  })

  it('names the children of guardians whom a delta file lacks, and adds no guardian to them', async ({ platform }) => {
    const place = await newPlace(platform)
    const roster = smallRoster()
    roster['users']?.push(userLine({ id: 's3', role: 'student', name: 'Cleo Ash' }))
    await run(place, packRoster(roster))
    const delta = {
      users: [
        userLine({ id: 'g1', role: 'guardian', name: 'Anna King', agents: 's1,s2,s3' }),
        userLine({ id: 'g2', role: 'guardian', name: 'Bob Ash', agents: 's3,s8' }),
      ],
    }
    const made = await preview(place.admin, packRoster(delta, { mode: 'delta' }))
    expect(made.rows.map(({ outcome, note }) => [outcome, note])).toEqual([
      ['same', 'Not added to Cleo Ash: the file has no line of this child'],
      ['wrong', 'Not added to Cleo Ash and s8: the file has no line of these children'],
    ])
  })

  it('reads 1.2 with roles.csv, in a folder, in UTF-16', async ({ platform }) => {
    const place = await newPlace(platform)
    const roster = smallRoster()
    const twelve = {
      ...roster,
      users: ['s1,,,true,,,Zoë,King,,,,,,g1,03,,,,,,o1,', 'g1,,,true,,,Anna,King,,,anna@example.org,,,,,,,,,,o1,'],
      roles: ['r1,,,s1,primary,student,,,o1,', 'r2,,,g1,primary,parent,,,o1,', 'r3,,,g1,secondary,teacher,,,o1,'],
      enrollments: [enrollmentLine('e1', 's1'), enrollmentLine('e2', 'g1', { role: 'teacher' })],
    }
    const encode = (name: string, text: string) =>
      name === 'users' ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(`\ufeff${text}`)
    const made = await preview(place.admin, packRoster(twelve, { version: '1.2', folder: 'export/', encode }))
    expect(made.encoding).toBe('OneRoster 1.2')
    expect(made.rows.map(({ roster: line, outcome }) => [line?.kind, line?.name, outcome])).toEqual([
      ['student', 'Zoë King', 'new'],
      ['guardian', 'Anna King', 'new'],
      ['class', 'Robots 1', 'new'],
      ['membership', 'Zoë King', 'new'],
      ['staff', 'Anna King', 'wrong'],
    ])
  })

  it('names problems by file and line, and imports the rest', async ({ platform }) => {
    const place = await newPlace(platform)
    const roster = smallRoster()
    roster['users']?.push(
      userLine({ id: 's1', role: 'student', name: 'Twice King' }),
      userLine({ id: 's4', role: 'student', name: 'Dan Elm', agents: 't9,g7' }),
      userLine({ id: 's5', role: 'student', name: ' Elm' }),
      userLine({ id: 'g2', role: 'parent', name: 'Tess Oak', email: 'tess@example.org', agents: 's4' }),
    )
    roster['demographics']?.push('s2,,,06.05.2016,')
    roster['enrollments']?.push(
      enrollmentLine('e7', 's9'),
      enrollmentLine('e8', 's1', { ofClass: 'c9' }),
      enrollmentLine('e9', 's1'),
      enrollmentLine('e10', 's4', { from: '2026-09-02', until: '2026-09-01' }),
    )
    const made = await preview(place.admin, packRoster(roster, { missing: ['courses2', 'roles'] }))
    expect(notes(made.rows, 'wrong').toSorted()).toEqual([
      'demographics.csv:3 birthDate is not written as 2016-05-31; the birthday is left out',
      'enrollments.csv:5 userSourcedId names s9, which is not in users.csv',
      'enrollments.csv:6 classSourcedId names c9, which is not in classes.csv',
      'enrollments.csv:7 Line 2 has the same student and class',
      'enrollments.csv:8 endDate is not after beginDate',
      'roles.csv:null The file is missing, and manifest.csv says bulk',
      'users.csv:6 Line 2 has the same sourcedId',
      'users.csv:8 givenName is empty',
      expect.stringMatching(
        /^users.csv:9 Tess Oak is not added as a guardian: .* has this email address, with the role/,
      ),
    ])
    expect(made.rows.find(({ roster: line }) => line?.name === 'Dan Elm')?.note).toMatch(
      /Tess Oak has no role of a guardian in the file\. agentSourcedIds names g7, which is not in users\.csv/,
    )
    await run(place, packRoster(roster))
    expect((await place.admin.get('/api/students')).body).toHaveLength(3)
  })

  it('refuses other versions, archives without a manifest, and zip bombs', async ({ platform }) => {
    const { admin } = await newPlace(platform)
    const fileError = async (bytes: Buffer) => (await send(admin, bytes)).body.fields?.file as string
    expect(await fileError(packRoster(smallRoster(), { version: '1.0' }))).toBe(
      'manifest.csv says OneRoster 1.0. Versions 1.1 and 1.2 are imported.',
    )
    expect(await fileError(zip([{ path: 'users.csv', content: 'sourcedId\n1' }]))).toMatch(/has no manifest.csv/)
    const bomb = zip([
      { path: 'manifest.csv', content: 'propertyName,value\noneroster.version,1.1\nfile.users,bulk\n' },
      { path: 'users.csv', content: Buffer.alloc(30 * 1024 ** 2, 0x61) },
    ])
    expect(await fileError(bomb)).toMatch(/many times as large as it is packed/)
    expect(await fileError(packRoster({ users: [] }))).toBe('No file of the archive is imported')
    const unknown = zip([
      { path: 'manifest.csv', content: 'propertyName,value\noneroster.version,1.1\nfile.users,bulk\n' },
      { path: 'users.csv', content: 'sourcedId,name\n1,Ada\n' },
    ])
    expect(await fileError(unknown)).toBe('users.csv: The file has no column givenName, familyName')
  })

  it('finds existing children, and is imported once by two admins at the same time', async ({ platform }) => {
    const place = await newPlace(platform)
    await place.admin.post('/api/students', { firstName: 'ADA', lastName: 'King', dateOfBirth: '2016-05-06' })
    const first = await preview(place.admin, packRoster(smallRoster()))
    expect(first.rows[0]?.note).toMatch(/^Is here already, found by the name and birthday/)
    const second = await preview(place.admin, packRoster(smallRoster()))
    for (const { id } of [first, second]) await place.admin.post(`/api/student-imports/${id}/start`)
    await Promise.all([perform(place, first.id), perform(place, second.id)])
    const { students, groups, group_members: members } = await snapshot(place)
    expect([students, groups, members].map((rows) => rows?.length)).toEqual([2, 1, 2])
  })

  it('leaves out lines of one name that may mean the same student, unless one has the birthday', async ({
    platform,
  }) => {
    const { admin } = await newPlace(platform)
    const { body: ada } = await admin.post('/api/students', { firstName: 'Ada', lastName: 'King' })
    const readTwins = async (...demographics: string[]) => {
      const users = ['s1', 's2'].map((id) => userLine({ id, role: 'student', name: 'Ada King' }))
      return (await preview(admin, packRoster({ users, demographics }))).rows
    }
    const text = 'has the same name, and one student here may be either of them; give each a birthday'
    const contested = [`users.csv:2 Line 3 ${text}`, `users.csv:3 Line 2 ${text}`]
    expect(notes(await readTwins(), 'wrong')).toEqual(contested)
    expect(notes(await readTwins('s2,,,2016-05-06,'), 'wrong')).toEqual(contested)
    await admin.put(`/api/students/${ada.id}`, { dateOfBirth: '2016-05-06' })
    expect((await readTwins('s2,,,2016-05-06,')).map(({ outcome, note }) => [outcome, note])).toEqual([
      ['new', 'Line 3 is the student of this name who is here already'],
      ['changed', 'Is here already, found by the name and birthday'],
    ])
    expect(notes(await readTwins('s1,,,2016-05-06,', 's2,,,2016-05-06,'), 'wrong')).toHaveLength(2)
  })

  it('leaves out another child with the sourcedId of an earlier one', async ({ platform }) => {
    const place = await newPlace(platform)
    await run(place, packRoster(smallRoster()))
    const other = smallRoster()
    other['users']?.splice(0, 1, userLine({ id: 's1', role: 'student', name: 'Cleo Ash' }))
    delete other['demographics']
    const made = await preview(place.admin, packRoster(other))
    expect(made.rows[0]).toMatchObject({ outcome: 'wrong' })
    expect(made.rows[0]?.note).toMatch(/belongs to Ada King/)
  })

  it('changes nothing when any roster is imported again', async ({ platform }) => {
    const person = fc.record({
      first: fc.constantFrom('Ada', 'Ben', 'Zoë', '李', 'O’Neil'),
      last: fc.constantFrom('King', 'Ash', 'Müller'),
      grade: fc.constantFrom('KG', '01', '12', ''),
      guardian: fc.constantFrom('g0', 'g1', ''),
      classes: fc.subarray(['c0', 'c1']),
      from: fc.constantFrom('', '2026-09-01'),
      until: fc.constantFrom('', '2026-10-01', '2027-06-01'),
    })
    await assertDatabaseLaw(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 6 }), async (people) => {
        const place = await newPlace(platform)
        const roster = packRoster({
          classes: ['c0,,,A,,,,,,o1,,,,', 'c1,,,B,,,,,,o1,,,,'],
          users: [
            ...people.map(({ first, last, grade, guardian }, index) =>
              userLine({ id: `s${index}`, role: 'student', name: `${first} ${last}`, grade, agents: guardian }),
            ),
            userLine({ id: 'g0', role: 'parent', name: 'Pat King', email: 'pat@example.org' }),
            userLine({ id: 'g1', role: 'parent', name: 'Kim Ash' }),
          ],
          enrollments: people.flatMap(({ classes, from, until }, index) =>
            classes.map((ofClass) => enrollmentLine(`e${index}${ofClass}`, `s${index}`, { ofClass, from, until })),
          ),
        })
        const before = await snapshot(place)
        const done = await run(place, roster)
        expect((await preview(place.admin, roster)).counts).toMatchObject({ new: 0, changed: 0 })
        await place.admin.post(`/api/student-imports/${done.id}/undo`)
        expect(await snapshot(place)).toEqual(before)
      }),
    )
  })
})
