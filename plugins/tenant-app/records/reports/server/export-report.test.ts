import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { readWorkbook } from '#core/server/xlsx.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { readPdf } from '#core/testing/pdf.ts'
import { reportWorld } from '../../../testing/reports.ts'
import { tenantApp } from '../../../plugin.ts'
import { MAX_PDF_ROWS, reportEntries, reportGroups, reportKinds } from '../contract.ts'
import { BATCH_SIZE, entryLines } from './entry-lines.ts'
import { linesOf } from './export-report.ts'

const test = pluginTest([tenantApp])

const BOM = '\uFEFF'

async function csv(by: Client, path: string): Promise<string[]> {
  const { status, body } = await by.get(`/api/reports/${path}`)
  expect({ path, status }).toEqual({ path, status: 200 })
  const [head = '', ...lines] = String(body).trimEnd().split('\r\n')
  expect(head.startsWith(BOM)).toBe(true)
  return [head.slice(BOM.length), ...lines]
}

test('CSV has the report’s rows with the same filters, or all entries; for an instructor those of own sessions', async ({
  platform,
}) => {
  const { admin, instructor, ids } = await reportWorld(platform, await platform.organization())
  for (const by of [admin, instructor]) {
    for (const kind of reportKinds) {
      for (const filter of ['', `studentId=${ids.ada}&projectId=${ids.project}`]) {
        for (const group of reportGroups[kind]) {
          const list = (await by.get(`/api/reports/${kind}?by=${group}&${filter}`)).body as unknown[]
          expect(await csv(by, `${kind}/export?by=${group}&${filter}`)).toHaveLength(1 + list.length)
        }
        const [all] = reportEntries[kind]
        const counted = await by.get(`/api/reports/${kind}/entries?of=${all}&${filter}`)
        expect(await csv(by, `${kind}/export?by=entry&${filter}`)).toHaveLength(1 + counted.body.length)
      }
    }
  }
  const [head, ada, ben] = await csv(admin, 'attendance/export')
  expect(head).toBe('Student,Grade,Present,Late,Absent,Excused,Attendance rate (%),Minutes,Assumed minutes,ID')
  // One departure of Ada's two sessions is not recorded, and neither is Ben's.
  expect([ada, ben]).toEqual([`Ada King,5,2,0,0,0,100,180,90,${ids.ada}`, `Ben King,6,0,1,0,1,50,60,60,${ids.ben}`])
  const marks = await csv(admin, `attendance/export?by=entry&studentId=${ids.ben}`)
  expect(marks[0]).toBe('Date,Start,Session,Location,Instructor,Student,Grade,Mark,Minutes,Assumed minutes,Student ID')
  expect(marks[2]).toMatch(new RegExp(`Robots,Lab,.*,Ben King,6,late,60,60,${ids.ben}$`))
})

test('a workbook has the same rows, with weeks and session starts as dates', async ({ platform }) => {
  const { admin } = await reportWorld(platform, await platform.organization())
  for (const kind of reportKinds) {
    for (const by of reportGroups[kind]) {
      const url = `/api/reports/${kind}/export?by=${by}&format=xlsx`
      const { rawPayload } = await platform.app.inject({ url, headers: { host: admin.host, cookie: admin.cookie } })
      const lines = await csv(admin, `${kind}/export?by=${by}`)
      const rows = await readWorkbook(rawPayload, 100)
      expect(rows.map(([first]) => first ?? '')).toEqual(lines.map((line) => line.split(',')[0]))
    }
  }
})

test('a name that looks like a formula is escaped in CSV', async ({ platform }) => {
  const organization = await platform.organization()
  const { admin, ids } = await reportWorld(platform, organization)
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('students').where({ id: ids.ada }).update({ firstName: '=HYPERLINK("x")' }),
  )
  expect((await csv(admin, 'attendance/export'))[1]).toMatch(/^"'=HYPERLINK\(""x""\) King"/)
})

test('a long export is read in batches: it stops with its reader, and no row is missing or repeated', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { core } = platform
  const [students, sessions] = [600, 50]
  const total = students * sessions
  await core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx.raw(
      `insert into students (first_name, last_name) select 'Student', n::text from generate_series(1, ?::int) n`,
      [students],
    )
    await trx.raw(
      `insert into sessions (name, start_date, end_date) select 'Club', d, d + interval '1 hour'
        from (select ?::timestamptz - n * interval '1 day' as d from generate_series(1, ?::int) n) t`,
      [core.clock.now().toISOString(), sessions],
    )
    await trx.raw(`insert into session_participants (session_id, student_id, attendance, attendance_number)
      select x.id, s.id, 'present', 1 from sessions x cross join students s`)
    await trx.raw(`insert into meeting_attendance (meeting_id, session_id, student_id, mark, number, marked_at, minutes, minutes_assumed)
        select m.id, m.session_id, p.student_id, 'present', 1, m.starts_at, 60, 60
          from session_participants p join session_meetings m on m.session_id = p.session_id
          on conflict (tenant_id, meeting_id, student_id) do nothing`)
  })
  let batches = 0
  const tenant: typeof core.db.tenant = (...args) => {
    batches += 1
    return core.db.tenant(...args)
  }
  const day = (days: number) => new Date(core.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const asked = { period: { from: day(-60), to: day(1), zone: 'UTC' }, filters: {} }
  const by = { tenantId: organization.id, actor: systemActor }
  const lines = linesOf({ db: { ...core.db, tenant } }, by, asked, entryLines.attendance())
  const stream = Readable.from(lines, { objectMode: false })
  const read = stream.iterator({ destroyOnReturn: false })
  await read.next()
  await read.next()
  // Runs pending tasks.
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  // The batch that was read, and the one that was requested ahead.
  expect(batches).toBeLessThanOrEqual(2)
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  expect(batches).toBeGreaterThanOrEqual(total / BATCH_SIZE)
  expect(text.length).toBeGreaterThan(0)

  const whole: string[] = []
  for await (const chunk of linesOf(core, by, asked, entryLines.attendance())) whole.push(chunk)
  const all = whole.join('').trimEnd().split('\r\n')
  expect(all).toHaveLength(total)
  expect(new Set(all).size).toBe(total)
})

test('PDF has the letterhead, the period, the totals, the first rows, and its author', async ({ platform }) => {
  const organization = await platform.organization()
  const { admin, ids } = await reportWorld(platform, organization)
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('students').where({ id: ids.ada }).update({ firstName: 'فاطمة', lastName: 'الزهراء' })
    const [session] = await trx('sessions').where({ id: ids.others }).select('id')
    await trx.raw(
      `with many as (insert into students (first_name, last_name)
          select 'Student', lpad(n::text, 4, '0') from generate_series(1, ?::int) n returning id)
        insert into session_participants (session_id, student_id, attendance, attendance_number)
          select ?::uuid, id, 'present', 1 from many`,
      [MAX_PDF_ROWS, (session as { id: string }).id],
    )
    await trx.raw(`insert into meeting_attendance (meeting_id, session_id, student_id, mark, number, marked_at, minutes, minutes_assumed)
        select m.id, m.session_id, p.student_id, 'present', 1, m.starts_at, 60, 60
          from session_participants p join session_meetings m on m.session_id = p.session_id
          on conflict (tenant_id, meeting_id, student_id) do nothing`)
  })
  const { rawPayload, headers } = await platform.app.inject({
    method: 'GET',
    url: '/api/reports/attendance/export?format=pdf&by=student&grade=5',
    headers: { host: admin.host, cookie: admin.cookie },
  })
  expect(headers['content-type']).toBe('application/pdf')
  const { pages, cells, title } = await readPdf(rawPayload)
  expect(title).toMatch(/^Attendance, /)
  expect(pages[0]).toContain('Grade: 5')
  expect(pages[0]).toContain('Attendance report')
  expect(cells.map((cell) => cell.replaceAll(/\s+/g, ' '))).toContain('فاطمة الزهراء')
  expect(pages[0]).toMatch(/Made by \S+ .* on /)

  const all = await platform.app.inject({
    method: 'GET',
    url: '/api/reports/attendance/export?format=pdf',
    headers: { host: admin.host, cookie: admin.cookie },
  })
  const whole = await readPdf(all.rawPayload)
  expect(whole.pages.at(-1)).toMatch(/Name.*Signature.*Date/)
  expect(whole.pages.join(' ')).toContain(`The first ${MAX_PDF_ROWS} of ${MAX_PDF_ROWS + 3} rows`)
  const refused = await admin.get('/api/reports/attendance/export?format=pdf&by=entry')
  expect(refused).toMatchObject({ status: 400, body: { fields: { by: 'What is counted one by one comes as CSV' } } })
})
