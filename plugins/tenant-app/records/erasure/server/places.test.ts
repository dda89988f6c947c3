import { expect } from 'vitest'
import { query } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { line } from '#core/server/mail/body.ts'
import { sendMail } from '#core/server/mail/mail.ts'
import { create, randomText } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { sealActs, verifyTrail } from '#plugins/audit/testing/trail.ts'
import { ask } from '../../../testing/consents.ts'
import { buildSession, buildStudent } from '../../../testing/factories.ts'
import type { ErasurePlace } from '../contract.ts'

const test = pluginTest(plugins)

const erase = (admin: Client, id: string, confirmation: string, places: string[] = []) =>
  admin.post('/api/erasures', { kind: 'student', id, confirmation, places })

const listPlaces = async (admin: Client, id: string) =>
  (await admin.get(`/api/erasures/places/${id}`)).body as ErasurePlace[]

/** Writes texts by users of an organization, with a phrase in each. */
async function writeTexts(platform: TestPlatform, organization: TestOrganization, admin: Client, phrase: string) {
  const text = `Bring ${phrase} and half ${phrase}.`
  const { id: sessionId } = await buildSession(platform, organization, { name: 'Robotics', description: text })
  await ask(admin, { title: `Consent ${phrase}`, body: text })
  await create(admin, '/api/students', {
    firstName: 'Ben',
    lastName: randomText(),
    medicalNotes: text,
    emergencyContact: phrase,
    emergencyPhone: '555-0100',
  })
  await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    await sendMail(scope, { to: 'office@example.org', subject: text, body: [line`${text}`] })
    await scope.trx('organization_activity').insert({ kind: 'session-changed', summary: text, actorName: phrase })
  })
  return { sessionId, text }
}

/** Reads all rows of an organization that do not refer to the people with these ids. */
async function rowsOfOthers({ core, databaseUrl }: TestPlatform, organization: string, ids: readonly string[]) {
  const tables = Object.entries(core.personalData.tables).flatMap(([name, { tenant = 'tenant_id' }]) =>
    tenant === null || name === 'erasures'
      ? []
      : [`select '${name} ' || t::text as row from ${name} t where ${tenant} = $1`],
  )
  const rows = await query<{ row: string }>(databaseUrl, tables.join(' union all '), [organization])
  return rows
    .map(({ row }) => row)
    .filter((row) => !ids.some((id) => row.includes(id)))
    .toSorted()
}

test.for([
  { firstName: 'of', lastName: 'the' },
  { firstName: 'Student', lastName: 'updated' },
  { firstName: 'A', lastName: 'B' },
  { firstName: '.*', lastName: '(.+)|^' },
  { firstName: '%', lastName: '_ "Z\\"' },
])(
  'an admin who erases the student “$firstName $lastName” changes no text of others, and no consent, health or audit entry',
  async ({ firstName, lastName }, { platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const { id } = await create<{ id: string }>(admin, '/api/students', { firstName, lastName })
    await writeTexts(platform, organization, admin, `${firstName} ${lastName}`)
    await writeTexts(platform, organization, admin, 'of the Student updated A B')
    const before = await rowsOfOthers(platform, organization.id, [id])
    expect((await listPlaces(admin, id)).length).toBeGreaterThan(3)
    await sealActs(platform.core)

    expect(await erase(admin, id, `${firstName} ${lastName}`)).toMatchObject({
      status: 201,
      body: { rewritten: 0, left: 0 },
    })
    const after = await rowsOfOthers(platform, organization.id, [id])
    expect(before.filter((row) => !after.includes(row))).toEqual([])
    await sealActs(platform.core)
    expect(await verifyTrail(platform.core)).toMatchObject({ intact: true })
  },
)

test('an admin chooses places before erasing, and the name is replaced only in these', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await buildStudent(platform, organization, { firstName: 'of', lastName: 'the' })
  const { text } = await writeTexts(platform, organization, admin, 'of the')
  const before = await rowsOfOthers(platform, organization.id, [id])
  const places = await listPlaces(admin, id)
  expect(places.map(({ kind, record, count }) => ({ kind, record, count }))).toEqual([
    { kind: 'emails: body', record: 'to office@example.org', count: 2 },
    { kind: 'emails: subject', record: 'to office@example.org', count: 2 },
    { kind: 'recent activity: summary', record: '', count: 2 },
    { kind: 'sessions led: description', record: 'Robotics', count: 2 },
  ])
  const [session] = places.slice(-1)
  expect(session?.excerpt).toEqual([
    { text: 'Bring ', isName: false },
    { text: 'of the', isName: true },
    { text: ' and half ', isName: false },
    { text: 'of the', isName: true },
    { text: '.', isName: false },
  ])

  const answer = await erase(admin, id, 'of the', [session?.id ?? ''])
  expect(answer).toMatchObject({ status: 201, body: { rewritten: 1, left: 0 } })
  const after = await rowsOfOthers(platform, organization.id, [id])
  const changed = before.filter((row) => !after.includes(row))
  expect(changed).toEqual([expect.stringMatching(/^sessions /)])
  expect(after).toContain(changed[0]?.replace(text, 'Bring Erased person and half Erased person.'))
  const [entry] = await query(
    platform.databaseUrl,
    `select metadata - 'requestId' - 'entries' as metadata from audit_logs where action = 'person.erased' and resource_id = $1`,
    [id],
  )
  expect(entry).toEqual({ metadata: { rewritten: 1, left: 0 } })
})

test('a place that changes after it was listed stays unchanged, and is counted', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await buildStudent(platform, organization, { firstName: 'Mia', lastName: 'King' })
  const { sessionId } = await writeTexts(platform, organization, admin, 'Mia King')
  const chosen = (await listPlaces(admin, id)).map((place) => place.id)
  const description = 'Mia King leads it now'
  await query(platform.databaseUrl, 'update sessions set description = $2 where id = $1', [sessionId, description])
  expect(await erase(admin, id, 'Mia King', chosen)).toMatchObject({
    status: 201,
    body: { rewritten: chosen.length - 1, left: 1 },
  })
  expect(await query(platform.databaseUrl, 'select description from sessions where id = $1', [sessionId])).toEqual([
    { description },
  ])
})

test('in a lesson only users’ texts are replaced, and a long text keeps all that follows', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await buildStudent(platform, organization, { firstName: 'A', lastName: 'B' })
  const name = `A B ${'x'.repeat(196)}`
  const customizations = { type: 'A_B', 'A B': 1.5, list: [{ text: 'Ask a b, or "A B"' }, { id: 'A_B' }] }
  const { id: sessionId } = await buildSession(platform, organization, { name })
  const [row] = await query<{ id: string }>(
    platform.databaseUrl,
    `with p as (insert into projects (tenant_id, title, description, category, learning_objectives, materials, prerequisites,
          student_resources, assessment_criteria)
        values ($1, 'Bridges', '', 'other', '[]', '[]', '[]', $2, '[]') returning id) select id from p`,
    [organization.id, JSON.stringify([customizations])],
  )
  const places = await listPlaces(admin, id)
  expect(places.map(({ kind, record }) => [kind, record.slice(0, 7)])).toEqual([
    ['projects written: student resources', 'Bridges'],
    ['sessions led: name', 'A B xxx'],
  ])
  const chosen = places.map((place) => place.id)
  expect((await erase(admin, id, 'A B', chosen)).body).toMatchObject({ rewritten: 2 })
  expect(
    await query(platform.databaseUrl, 'select student_resources as found from projects where id = $1', [row?.id]),
  ).toEqual([
    {
      found: [{ ...customizations, list: [{ text: 'Ask Erased person, or "Erased person"' }, { id: 'A_B' }] }],
    },
  ])
  expect(await query(platform.databaseUrl, 'select name from sessions where id = $1', [sessionId])).toEqual([
    { name: name.replace('A B', '…') },
  ])
})

test('places are listed in pages, only to admins of the organization, and unlisted ones are refused', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await buildStudent(platform, organization, { firstName: 'Mia', lastName: 'King' })
  await writeTexts(platform, organization, admin, 'Mia King')
  const all = await listPlaces(admin, id)
  const page = await admin.get(`/api/erasures/places/${id}?limit=2&offset=1`)
  expect(page.body).toEqual(all.slice(1, 3))
  expect(page.headers['x-total-count']).toBe(String(all.length))
  const other = await (await platform.organization()).signIn('tenant_admin')
  expect((await other.get(`/api/erasures/places/${id}`)).status).toBe(404)
  const teacher = await organization.signIn('instructor')
  expect((await teacher.get(`/api/erasures/places/${id}`)).status).toBe(403)

  for (const place of ['users', `users:email:${id}:x`, "sessions:name'--:x:y"]) {
    expect(await erase(admin, id, 'Mia King', [place])).toMatchObject({ status: 400, body: { fields: {} } })
  }
  const elsewhere = all[0]?.id.replace(/^\w+:\w+/, 'users:email') ?? ''
  expect(await erase(admin, id, 'Mia King', [elsewhere])).toMatchObject({ body: { rewritten: 0, left: 1 } })
})

test('emails to a family with the first name only are listed, and those of siblings stay', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const guardian = await organization.user('parent')
  const { id } = await buildStudent(platform, organization, {
    firstName: 'Al',
    lastName: 'Li',
    guardians: [guardian.id],
  })
  await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    for (const to of [guardian.email, 'office@example.org']) {
      for (const subject of ['Alice was there', 'Al was there']) {
        await sendMail(scope, { to, subject, body: [line`Hello,`] })
      }
    }
  })
  const places = await listPlaces(admin, id)
  expect(places).toMatchObject([{ kind: 'emails: subject', record: `to ${guardian.email}` }])
  expect((await erase(admin, id, 'Al Li', [places[0]?.id ?? ''])).status).toBe(201)
  const found = await query<{ subject: string }>(
    platform.databaseUrl,
    `select subject from mail_messages where tenant_id = $1 and subject like '%was there' order by subject, recipient`,
    [organization.id],
  )
  expect(found.map(({ subject }) => subject)).toEqual([
    'Al was there',
    'Alice was there',
    'Alice was there',
    'Erased person was there',
  ])
})
