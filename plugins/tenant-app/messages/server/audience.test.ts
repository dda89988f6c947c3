import { describe, expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../plugin.ts'
import { buildParticipant, buildSession, buildStudent, buildStudents } from '../../testing/factories.ts'
import { createGroupOf } from '../../testing/groups.ts'
import { draftMessage, sendNow, workMessages } from '../../testing/messages.ts'

const test = pluginTest([tenantApp])

const preview = async (by: Client, audience: object, search = '') =>
  (await by.post(`/api/message-audiences/preview${search}`, audience)).body

const namesOf = ({ people }: { people: { name: string }[] }) => people.map(({ name }) => name).toSorted()

/** Builds a session with three families, one of which waits, and a group with the first. */
async function world(platform: TestPlatform, organization: TestOrganization) {
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.signIn('instructor')
  const guardians = await Promise.all(
    ['Ana', 'Bo', 'Cy'].map((firstName) => organization.user('parent', { firstName, lastName: 'Ng' })),
  )
  const students = []
  for (const [index, firstName] of ['Ada', 'Ben', 'Cleo'].entries()) {
    const guardian = guardians[index]?.id ?? ''
    students.push(await buildStudent(platform, organization, { firstName, grade: `${index}`, guardians: [guardian] }))
  }
  const session = await buildSession(platform, organization, { instructorId: instructor.user?.id ?? '' })
  for (const [index, student] of students.entries()) {
    const status = index === 2 ? 'waitlisted' : 'registered'
    await buildParticipant(platform, organization, { sessionId: session.id, studentId: student.id, status })
  }
  const group = await createGroupOf(admin, [students[0]?.id ?? ''])
  const [meeting] = await query<{ id: string }>(
    platform.databaseUrl,
    `select id from session_meetings where session_id = '${session.id}'`,
  )
  return { admin, instructor, guardians, students, session, group, meeting: meeting?.id ?? '' }
}

describe('POST /api/message-audiences/preview', () => {
  test('finds the guardians of each rule, each once, and takes away what is left out', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, guardians, students, session, group, meeting } = await world(platform, organization)
    const all = { kind: 'organization' }
    const inSession = { kind: 'session', id: session.id }
    const rows: [object[], object[], string[]][] = [
      [[inSession], [], ['Ana Ng', 'Bo Ng']],
      [[{ ...inSession, places: ['waiting'] }], [], ['Cy Ng']],
      [[{ ...inSession, places: ['registered', 'waiting'] }], [], ['Ana Ng', 'Bo Ng', 'Cy Ng']],
      [[{ kind: 'meeting', id: meeting }], [], ['Ana Ng', 'Bo Ng']],
      [[{ kind: 'group', id: group.id }], [], ['Ana Ng']],
      [[{ kind: 'group', id: group.id }, inSession], [], ['Ana Ng', 'Bo Ng']],
      [[{ kind: 'grade', grade: '1' }], [], ['Bo Ng']],
      [[{ kind: 'people', ids: [students[2]?.id] }], [], ['Cy Ng']],
      [[{ kind: 'people', ids: [guardians[1]?.id] }], [], ['Bo Ng']],
      [[all], [], ['Ana Ng', 'Bo Ng', 'Cy Ng']],
      [[all], [{ kind: 'group', id: group.id }], ['Bo Ng', 'Cy Ng']],
      [[all], [{ kind: 'people', ids: [guardians[0]?.id] }], ['Bo Ng', 'Cy Ng']],
    ]
    for (const [any, minus, expected] of rows) {
      const found = await preview(admin, { any, minus })
      expect(namesOf(found), JSON.stringify({ any, minus })).toEqual(expected)
      expect(found.recipients).toBe(expected.length)
    }
    const paged = await preview(admin, { any: [all] }, '?limit=1&offset=1')
    expect([namesOf(paged), paged.recipients, paged.children]).toEqual([['Bo Ng'], 3, 3])
  })

  test('tells restrictions, rights and addresses apart, and to instructors no restriction', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, instructor, guardians, session, students } = await world(platform, organization)
    const [ada, ben] = students
    const of = (link: string | undefined, change: object) =>
      platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
        trx('parent_students').where({ id: link }).update(change),
      )
    const audience = { any: [{ kind: 'session', id: session.id }] }
    await of(ada?.links[0], { isRestricted: true })
    await of(ben?.links[0], { mayBeTold: false })
    const found = await preview(admin, audience, '?show=left-out')
    expect(found).toMatchObject({ recipients: 0, leftOut: { restricted: 1, 'no-right': 1 } })
    expect(found.people.map((one: { reason: string }) => one.reason)).toEqual(['restricted', 'no-right'])
    const seen = await preview(instructor, audience, '?show=left-out')
    expect([seen.leftOut, new Set(seen.people.map((one: { reason: string }) => one.reason))]).toEqual([
      { 'no-right': 2 },
      new Set(['no-right']),
    ])
    // Restricted from one child, a guardian is written to about the other alone.
    const other = await buildStudent(platform, organization, { firstName: 'Eva', guardians: [guardians[0]?.id ?? ''] })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId: other.id })
    expect((await preview(admin, audience)).people).toMatchObject([{ name: 'Ana Ng', children: ['Eva King'] }])
    await query(
      platform.databaseUrl,
      `update users set email = null, password_hash = null where id = '${guardians[0]?.id}'`,
    )
    expect(await preview(admin, audience)).toMatchObject({ recipients: 0, leftOut: { 'no-email': 1, 'no-right': 1 } })
  })

  test('reaches students from age 13 with their guardians, and none without one', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const guardian = await organization.user('parent', { firstName: 'Ana', lastName: 'Ng' })
    const year = platform.clock.now().getUTCFullYear()
    const build = async (firstName: string, age: number, guardians: string[]) => {
      const { id } = await organization.user('student', { firstName, lastName: 'Lee' })
      await buildStudent(platform, organization, {
        firstName,
        lastName: 'Lee',
        userId: id,
        dateOfBirth: `${year - age - 1}-01-01`,
        guardians,
      })
    }
    await build('Teen', 14, [guardian.id])
    await build('Kid', 10, [guardian.id])
    await build('Alone', 14, [])
    await build('Adult', 19, [])
    const found = await preview(admin, { any: [{ kind: 'organization' }], to: ['students'] })
    expect(namesOf(found)).toEqual(['Adult Lee', 'Ana Ng', 'Teen Lee'])
    expect(found).toMatchObject({ students: 2, guardians: 1, leftOut: { 'no-guardian': 1 } })
  })

  test('instructors reach their own sessions and groups alone, and super admins none', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, instructor, session, group, meeting, students } = await world(platform, organization)
    const ask = async (by: Client, rule: object) =>
      (await by.post('/api/message-audiences/preview', { any: [rule] })).status
    const stranger = await organization.signIn('instructor')
    for (const [rule, own] of [
      [{ kind: 'session', id: session.id }, 200],
      [{ kind: 'meeting', id: meeting }, 200],
      [{ kind: 'group', id: group.id }, 403],
      [{ kind: 'grade', grade: '1' }, 403],
      [{ kind: 'people', ids: [students[0]?.id] }, 403],
      [{ kind: 'organization' }, 403],
    ] as const) {
      expect([await ask(admin, rule), await ask(instructor, rule), await ask(stranger, rule)]).toEqual([200, own, 403])
    }
    await admin.put(`/api/groups/${group.id}/staff`, { userIds: [instructor.user?.id] })
    expect(await ask(instructor, { kind: 'group', id: group.id })).toBe(200)
    const foreign = await createGroupOf(admin, [students[1]?.id ?? ''])
    const without = async (rule: object) =>
      (
        await instructor.post('/api/message-audiences/preview', {
          any: [{ kind: 'session', id: session.id }],
          minus: [rule],
        })
      ).status
    expect([
      await without({ kind: 'group', id: foreign.id }),
      await without({ kind: 'group', id: group.id }),
      await without({ kind: 'grade', grade: '1' }),
    ]).toEqual([403, 200, 200])
    for (const role of ['parent', 'student'] as const) {
      expect(await ask(await organization.signIn(role), { kind: 'organization' })).toBe(403)
    }
    const other = await (await platform.organization()).signIn('tenant_admin')
    expect(await preview(other, { any: [{ kind: 'session', id: session.id }] })).toMatchObject({ recipients: 0 })
  })
})

describe('an announcement to thousands', () => {
  test('is written to each of 5,000 guardians once', { timeout: 240_000 }, async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const ids = await buildStudents(platform, organization, 5000)
    const [role] = await query<{ hash: string }>(
      platform.databaseUrl,
      `select password_hash as hash from users limit 1`,
    )
    await query(
      platform.databaseUrl,
      `with parents as (insert into users (tenant_id, email, username, first_name, last_name, role, password_hash)
          select '${organization.id}', 'p' || n || '@many.example', 'many' || n, 'P', lpad(n::text, 5, '0'), 'parent', '${role?.hash}'
            from generate_series(1, 5000) n returning id, last_name),
        kids as (select id, row_number() over (order by id) as n from students where tenant_id = '${organization.id}')
       insert into parent_students (tenant_id, parent_id, student_id, relationship, contact_order)
         select '${organization.id}', p.id, k.id, 'parent', 1 from parents p join kids k on k.n = p.last_name::int`,
    )
    expect(ids).toHaveLength(5000)
    const { id } = await draftMessage(admin, {
      any: [{ kind: 'organization' }, { kind: 'people', ids: [ids[0] ?? ''] }],
    })
    platform.clock.forward(new Date('2095-05-04T16:00:00Z').getTime() - platform.clock.now().getTime())
    const again = await organization.client().signIn(admin.user?.email ?? '')
    await sendNow(platform, organization, again, id)

    await workMessages(platform, organization, 12)
    const [sent] = await query<{ count: number; people: number }>(
      platform.databaseUrl,
      `select count(*)::int as count, count(distinct recipient)::int as people from mail_messages
        where tenant_id = '${organization.id}' and subject = 'Bring a lunch'`,
    )
    expect(sent).toEqual({ count: 5000, people: 5000 })
    expect((await again.get(`/api/messages/${id}`)).body).toMatchObject({ status: 'sent', recipients: 5000 })
  })
})
