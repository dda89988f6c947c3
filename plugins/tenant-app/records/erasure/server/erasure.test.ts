import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { record } from '#core/server/audit.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { line } from '#core/server/mail/body.ts'
import { sendMail } from '#core/server/mail/mail.ts'
import { create } from '#core/testing/calls.ts'
import { PASSWORD, pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { importStudents } from '../../../admissions/imports/server/import-students.ts'
import { newPost, startConversation } from '../../../testing/conversations.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { makePicture } from '../../../testing/family-calls.ts'
import { MINUTE_MS, scheduleSession } from '../../../testing/sessions.ts'
import type { ErasedKind, ErasureOutlook, ErasurePlace } from '../contract.ts'

const test = pluginTest(plugins)

/** A unique name: `Kanariaf3a1`. */
const canaryName = () => `Kanaria${randomBytes(4).toString('hex')}`

async function asOwner<T>({ databaseUrl }: TestPlatform, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Lists the tables, including those of jobs, that contain a word in any column. */
const tracesOf = (platform: TestPlatform, word: string): Promise<string[]> =>
  asOwner(platform, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const { rowCount } = await client.query(`select from ${name} t where t::text ilike '%' || $1 || '%' limit 1`, [
        word,
      ])
      if (rowCount) found.push(name)
    }
    return found
  })

/** Erases a person and chooses every place with the name. */
const erase = async (admin: Client, kind: ErasedKind, id: string) => {
  const outlook = (await admin.get(`/api/erasures/outlook/${id}?kind=${kind}`)).body as ErasureOutlook
  const listed = (await admin.get(`/api/erasures/places/${id}?kind=${kind}`)).body as ErasurePlace[]
  const places = listed.map((place) => place.id)
  const answer = await admin.post('/api/erasures', { kind, id, confirmation: outlook.name, places })
  return { outlook, answer }
}

/** Creates a family with all kinds of personal data, each person with a unique name. */
async function family(platform: TestPlatform, organization: TestOrganization) {
  const names = { student: canaryName(), guardian: canaryName(), collector: canaryName(), teacher: canaryName() }
  const admin = await organization.signIn('tenant_admin')
  const teacher = await organization.user('instructor', {
    firstName: names.teacher,
    lastName: 'Teach',
    email: `${names.teacher}@example.org`,
  })
  const guardian = await organization.user('parent', {
    firstName: names.guardian,
    lastName: 'Guard',
    email: `${names.guardian}@example.org`,
  })
  const account = await organization.user('student', {
    firstName: names.student,
    lastName: 'Child',
    email: `${names.student}@example.org`,
  })
  const { id: studentId } = await create<{ id: string }>(admin, '/api/students', {
    firstName: names.student,
    lastName: 'Child',
    dateOfBirth: '2015-01-02',
    grade: '4',
    medicalNotes: `${names.student} has asthma`,
    emergencyContact: `${names.guardian} Guard`,
    emergencyPhone: '555-0100',
    parentUserId: guardian.id,
  })
  const sibling = await buildStudent(platform, organization, {
    firstName: 'Ben',
    lastName: 'Child',
    guardians: [guardian.id],
  })
  const form = `/api/students/${studentId}/collectors`
  const { id: collectorId } = await create<{ id: string }>(admin, form, {
    name: `${names.collector} Collect`,
    relationship: 'aunt',
    phone: '555-0101',
    validUntil: null,
  })
  const photo = await admin.request(
    'POST',
    `${form}/${collectorId}/photo`,
    fileForm(await makePicture(), { filename: `${names.collector}.png` }),
  )
  expect(photo.status).toBe(200)
  const past = await scheduleSession(platform, admin, { inMinutes: 60, instructorId: teacher.id })
  const next = await scheduleSession(platform, admin, { instructorId: teacher.id })
  platform.clock.forward(180 * MINUTE_MS)
  const list = `First Name,Surname,Parent 1 first name,Parent 1 last name,Parent 1 email\n${names.student},Child,${names.guardian},Guard,${names.guardian}@example.org\n`
  const imported = await admin.request(
    'POST',
    '/api/student-imports',
    fileForm(Buffer.from(list), { field: 'file', filename: 'students.csv' }),
  )
  const importId = (imported.body as { id: string }).id
  await admin.post(`/api/student-imports/${importId}/start`)
  await importStudents.perform(platform.core, null, { tenantId: organization.id, importId })
  await writeEmails(platform, organization, names)
  await asOwner(platform, async (client) => {
    const values = [organization.id, studentId, guardian.id, teacher.id, past, next, sibling.id]
    const [tenant, child, parent, staff, session] = values.slice(0, 5).map((value) => `'${value}'::uuid`)
    const [c, g, k, t] = [
      `${names.student} Child`,
      `${names.guardian} Guard`,
      `${names.collector} Collect`,
      `${names.teacher} Teach`,
    ]
    await client.query(`
      update students set user_id = '${account.id}', avatar = '/${names.student}.png' where id = ${child};
      insert into guardian_contacts (tenant_id, user_id, phone, address, notes) values (${tenant}, ${parent}, '1', '${g} Street', '${c}');
      insert into guardian_restrictions (tenant_id, parent_student_id, kind, notes, verified_by)
        select ${tenant}, id, 'other', '${g} and ${c}', '${t}' from parent_students where parent_id = ${parent};
      insert into health_conditions (tenant_id, student_id, kind, name, risk, response)
        values (${tenant}, ${child}, 'condition', 'Asthma of ${c}', 'high', 'Call ${g}');
      insert into health_proposals (tenant_id, student_id, proposed_by, proposed_by_name, part, change)
        values (${tenant}, ${child}, ${parent}, '${g}', 'notes', '{"medicalNotes": "${c}"}'),
          (${tenant}, '${sibling.id}', ${parent}, '${g}', 'notes', '{"medicalNotes": "as ${c}"}');
      insert into session_participants (tenant_id, session_id, student_id, status, feedback, accepted_by_name)
        values (${tenant}, ${session}, ${child}, 'registered', '${names.student} soldered', '${g}'),
          (${tenant}, '${next}', ${child}, 'registered', '', null),
          (${tenant}, ${session}, '${sibling.id}', 'registered', 'Worked with ${c}', '${g}');
      insert into attendance_marks (tenant_id, session_id, student_id, number, mark, note, collected_by, source, marked_by, marked_by_name, marked_at)
        values (${tenant}, ${session}, ${child}, 1, 'present', '${names.student} was late', '${k}', 'roster', ${staff}, '${t}', now());
      insert into absence_reports (tenant_id, student_id, session_id, reason, reported_by, reported_by_name, reported_at, taken_back_by_name)
        values (${tenant}, ${child}, ${session}, '${c} is ill', ${parent}, '${g}', now(), '${g}'),
          (${tenant}, '${sibling.id}', ${session}, 'caught it from ${c}', ${parent}, '${g}', now(), null);
      insert into scores (tenant_id, student_id, score, max_score, feedback, scored_by, scored_by_name)
        values (${tenant}, ${child}, 5, 10, '${names.student} did well', ${staff}, '${t}');
      insert into points_entries (tenant_id, student_id, points, reason, source, given_by, given_by_name, earned_at, created_at)
        values (${tenant}, ${child}, 5, '${names.student} helped', 'given', ${staff}, '${t}', now(), now()),
          (${tenant}, '${sibling.id}', 5, 'Helped ${c}', 'given', ${staff}, '${t}', now(), now());
      insert into access_ledger (tenant_id, student_id, viewer_id, viewer_name, viewer_role, what, reason, words, viewed_at)
        values (${tenant}, ${child}, ${staff}, '${t}', 'instructor', 'health', 'other', '${names.student} fell', now());
      insert into organization_activity (tenant_id, kind, summary, actor_name, student_id)
        values (${tenant}, 'student-added', '${c} joined', '${t}', ${child}), (${tenant}, 'session-changed', 'For ${c}', '${g}', null);
      insert into session_changes (tenant_id, session_id, kind, student_ids, actor_id, actor_name, occurred_at)
        values (${tenant}, ${session}, 'registered', array[${child}], ${staff}, '${t}', now());
      insert into student_changes (tenant_id, student_id, kind, changes, actor_name)
        values (${tenant}, ${child}, 'changed', '[{"field": "lastName", "before": "${names.student}", "after": "Child"}]', '${t}');
      update sessions set description = 'With ${c}, ${g}, ${k} and ${t}' where id = ${session};
    `)
  })
  // Erasing requires a recent sign-in.
  return {
    admin: await organization.signIn('tenant_admin'),
    names,
    studentId,
    siblingId: sibling.id,
    collectorId,
    guardian,
    teacher,
    account,
    past,
    next,
  }
}

async function writeEmails({ core }: TestPlatform, { id }: TestOrganization, names: Record<string, string>) {
  await core.db.tenant(id, systemActor, async (scope) => {
    for (const to of [`${names['guardian']}@example.org`, 'office@example.org']) {
      await sendMail(scope, {
        to,
        subject: `${names['student']} Child was absent`,
        body: [
          line`${names['guardian'] ?? ''} Guard, ${names['teacher'] ?? ''} Teach and ${names['collector'] ?? ''} Collect know`,
        ],
      })
    }
  })
}

test('each person of a family is erased in turn, and leaves no trace', async ({ platform }) => {
  const organization = await platform.organization()
  const { admin, names, studentId, siblingId, collectorId, guardian, teacher, account, past, next } = await family(
    platform,
    organization,
  )
  const counts = () =>
    asOwner(platform, async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(
        `select (select count(*) from attendance_marks where student_id = $1) as marks,
           (select count(*) from session_participants where student_id = $1 and session_id = $2) as places,
           (select count(*) from session_participants where student_id = $1 and session_id = $3) as "placesToCome",
           (select sum(points) from points_entries where student_id = $1) as points,
           (select count(*) from scores where student_id = $1) as scores,
           (select count(*) from access_ledger where student_id = $1) as views`,
        [studentId, past, next],
      )
      return rows[0]
    })
  const before = await counts()
  expect(before).toMatchObject({ marks: '1', places: '1', placesToCome: '1', scores: '1' })

  expect(await tracesOf(platform, names.student)).toContain('public.students')
  const student = await erase(admin, 'student', studentId)
  expect(student.answer).toMatchObject({ status: 201 })
  expect(student.outlook.stays.map(({ called }) => called)).toEqual(
    expect.arrayContaining(['marks of attendance', 'points']),
  )
  expect(student.outlook.goes).toContainEqual({ called: 'health and emergency data', count: 1 })
  // Health data of the sibling never change.
  expect(await tracesOf(platform, names.student)).toEqual(['public.health_proposals'])
  expect(await counts()).toEqual({ ...before, placesToCome: '0' })

  // The child's authorized pickups are erased with it, and their photos too.
  expect((await admin.get(`/api/erasures/outlook/${collectorId}?kind=collector`)).status).toBe(404)
  expect(await tracesOf(platform, names.collector)).toEqual([])

  expect((await erase(admin, 'user', guardian.id)).answer.status).toBe(201)
  expect(await tracesOf(platform, names.guardian)).toEqual([])

  expect((await erase(admin, 'user', teacher.id)).answer.status).toBe(201)
  expect(await tracesOf(platform, names.teacher)).toEqual([])

  for (const email of [guardian.email, teacher.email, account.email]) {
    expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(401)
  }
  expect((await admin.get(`/api/students/${studentId}`)).status).toBe(404)
  expect((await admin.get(`/api/students/${siblingId}`)).body).toMatchObject({ firstName: 'Ben', parentUser: null })
  const list = (await admin.get('/api/students')).body as { id: string }[]
  expect(list.map(({ id }) => id)).not.toContain(studentId)
  const erasures = (await admin.get('/api/erasures')).body as { called: string }[]
  expect(erasures.map(({ called }) => called)).toEqual([
    'instructor',
    'guardian',
    'authorized pickup',
    'student account',
    'student',
  ])
})

test('of two admins who erase a person at once, the second gets not-found', async ({ platform }) => {
  const organization = await platform.organization()
  const [one, other] = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
  const { id } = await buildStudent(platform, organization, { firstName: 'Ada', lastName: 'King' })
  const body = { kind: 'student', id, confirmation: 'Ada King' }
  const answers = await Promise.all([one.post('/api/erasures', body), other.post('/api/erasures', body)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404])
})

test('no admin erases themselves or the last active admin, or without typing the name', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const own = { kind: 'user', id: admin.user?.id, confirmation: 'Ada Lovelace' }
  expect(await admin.post('/api/erasures', own)).toMatchObject({
    status: 409,
    body: { fields: { id: expect.stringContaining('yourself') as string } },
  })
  const teacher = await organization.user('instructor')
  const wrong = { kind: 'user', id: teacher.id, confirmation: 'Ada' }
  expect(await admin.post('/api/erasures', wrong)).toMatchObject({
    status: 400,
    body: { fields: { confirmation: expect.stringContaining('Type') as string } },
  })
  for (const role of ['instructor', 'parent', 'student'] as const) {
    const caller = await organization.signIn(role)
    expect((await caller.post('/api/erasures', { ...own, id: teacher.id })).status).toBe(403)
    expect((await caller.get('/api/erasures')).status).toBe(403)
  }
})

test('a guardian stays in other organizations, a namesake keeps the name, and siblings their guardian', async ({
  platform,
}) => {
  const [organization, elsewhere] = [await platform.organization(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  const email = `${canaryName()}@example.org`
  const given = { firstName: 'Anna', lastName: canaryName(), email }
  const [guardian, there] = [await organization.user('parent', given), await elsewhere.user('parent', given)]
  const namesake = await organization.user('parent', { ...given, email: `${canaryName()}@example.org` })
  const child = await buildStudent(platform, organization, { guardians: [guardian.id, namesake.id] })
  const texts = [
    { tenantId: organization.id, description: `Emailed ${email}` },
    { tenantId: organization.id, description: `Emailed x${email}` },
    { tenantId: elsewhere.id, description: `Emailed ${email}` },
    { tenantId: null, description: `Emailed ${email}` },
  ]
  await platform.core.db.platform(systemActor, async (scope) => {
    for (const one of texts) await record(scope, { action: 'mail.resent', category: 'account', ...one })
  })
  expect((await erase(admin, 'user', guardian.id)).answer.status).toBe(201)

  const entries = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ action: 'mail.resent' }).orderBy('seq').select('tenantId', 'description'),
  )
  expect(entries).toEqual(texts)

  const client = await elsewhere.client().signIn(email)
  expect(client.user).toMatchObject({ id: there.id, lastName: given.lastName })
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(401)
  expect((await admin.get(`/api/students/${child.id}`)).body).toMatchObject({
    parentUserId: namesake.id,
    parentUser: { lastName: given.lastName },
  })
  const people = (await admin.get(`/api/people?search=${given.lastName.toLowerCase()}`)).body as { id: string }[]
  expect(people.map(({ id }) => id)).toEqual([namesake.id])
})

test('files of the conversations about a student are deleted with the student', async ({ platform }) => {
  const organization = await platform.organization()
  const [admin, parent] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const { id: studentId } = await buildStudent(platform, organization, {
    firstName: canaryName(),
    guardians: [parent.user?.id ?? ''],
  })
  const post = newPost()
  await startConversation(parent, studentId, { post })
  const file = fileForm(Buffer.from('%PDF-1.4\n%%EOF'), { field: 'file', filename: 'note.pdf' })
  const added = await parent.request('POST', `/api/conversation-posts/${post.id}/files`, file)
  expect(added.status).toBe(201)
  expect(await tracesOf(platform, added.body.id)).toContain('public.files')
  expect((await erase(admin, 'student', studentId)).answer.status).toBe(201)
  expect(await tracesOf(platform, added.body.id)).not.toContain('public.files')
})
