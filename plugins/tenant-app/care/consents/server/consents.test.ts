import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { PASSWORD, pluginTest, type Answer, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { ask, makeFamily, photos, rowsOf, type Family } from '../../../testing/consents.ts'

const test = pluginTest([audit, tenantApp])
const restrict = ({ core }: TestPlatform, { organization, father, mia }: Family) =>
  core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('parent_students').where({ parentId: father.user?.id, studentId: mia }).update({ isRestricted: true })
  })

test('a guardian gives, refuses and withdraws a consent by the text that was read, and missing answers come first', async ({
  platform,
}) => {
  const family = await makeFamily(platform)
  const { admin, mother, asked, answer, allowed } = family
  const { id } = await ask(admin, { title: 'Zoo photos' })
  await ask(admin, { title: 'Data', kind: 'data' })
  expect((await asked(mother)).body).toMatchObject([
    { title: 'Data', state: 'missing', isOpen: true, own: null, body: photos.body },
    { title: 'Zoo photos', state: 'missing', isOpen: true },
  ])
  expect((await answer(mother, id, 'withdrawn')).status).toBe(409)
  expect((await answer(mother, id, 'given')).body).toMatchObject({
    state: 'given',
    isOpen: false,
    own: { answer: 'given' },
  })
  expect(await allowed()).toBe(true)
  expect((await asked(mother)).body).toMatchObject([{ title: 'Data' }, { title: 'Zoo photos', isOpen: false }])

  const text = { title: 'Zoo photos', body: 'Also on our website.' }
  expect((await admin.post(`/api/consents/${id}/versions`, { ...text, asksAgain: false })).status).toBe(201)
  expect(await allowed()).toBe(true)
  expect((await answer(mother, id, 'withdrawn', 1)).body).toMatchObject({ code: 'outdated' })
  expect((await answer(mother, id, 'withdrawn', 2)).body).toMatchObject({
    state: 'refused',
    own: { answer: 'withdrawn' },
  })
  expect(await allowed()).toBe(false)
  expect((await answer(mother, id, 'given', 2)).status).toBe(200)
  await admin.post(`/api/consents/${id}/versions`, { ...text, asksAgain: true })
  expect(await allowed()).toBe(false)
  expect((await asked(mother)).body[1]).toMatchObject({ state: 'missing', isOpen: true, own: { version: 2 } })
  await answer(mother, id, 'given', 3)
  expect(await allowed()).toBe(true)
  expect((await admin.post(`/api/consents/${id}/withdraw`)).body).toMatchObject({ withdrawnAt: expect.any(String) })
  expect(await allowed()).toBe(false)
  expect((await answer(mother, id, 'given', 3)).status).toBe(404)
  expect((await rowsOf(platform, family, 'consent_answers')).map((row) => row['answer'])).toEqual([
    'given', 'withdrawn', 'given', 'given',
  ]) // prettier-ignore
})

test('two guardians who answer at once have one answer each, and one refusal outweighs the other’s consent', async ({
  platform,
}) => {
  const family = await makeFamily(platform)
  const { admin, mother, father, asked, answer, allowed } = family
  const { id } = await ask(admin)
  const pressed = await Promise.all([
    answer(mother, id, 'given'),
    answer(mother, id, 'given'),
    answer(father, id, 'refused'),
    answer(father, id, 'refused'),
  ])
  expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await rowsOf(platform, family, 'consent_answers')).toHaveLength(2)
  expect((await asked(mother)).body).toMatchObject([{ state: 'refused', isOpen: false, own: { answer: 'given' } }])
  // Neither guardian reads who the other one is, or the other's exact answer.
  expect(JSON.stringify((await asked(mother)).body)).not.toContain(father.user?.id)
  expect(await allowed()).toBe(false)
  await restrict(platform, family)
  expect(await allowed()).toBe(true)
  expect((await asked(father)).status).toBe(404)
  expect((await answer(father, id, 'refused')).status).toBe(404)
})

test('a read-only organization still accepts answers, on paper too, and withdraws consents', async ({ platform }) => {
  const { organization, admin, mother, father, mia, answer, allowed } = await makeFamily(platform)
  const { id } = await ask(admin)
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: organization.id }).update({ readOnly: true })
    await platform.core.invalidations.announce(scope, 'tenant', organization.id)
  })
  expect((await answer(mother, id, 'given')).status).toBe(200)
  const paper = { guardianId: father.user?.id, answer: 'given' }
  expect((await admin.post(`/api/students/${mia}/consents/${id}/paper`, paper)).status).toBe(204)
  expect((await admin.post('/api/consents', photos)).status).toBe(403)
  expect(await allowed()).toBe(true)
  expect((await answer(mother, id, 'withdrawn')).status).toBe(200)
  expect((await admin.post(`/api/consents/${id}/withdraw`)).status).toBe(200)
})

test('staff record a paper answer for a guardian who decides, and the history names who recorded it', async ({
  platform,
}) => {
  const family = await makeFamily(platform)
  const { admin, mother, father, mia, allowed } = family
  const { id } = await ask(admin)
  await restrict(platform, family)
  expect((await admin.get(`/api/students/${mia}/consents/guardians`)).body).toEqual([
    { id: mother.user?.id, name: 'Ada Lovelace' },
  ])
  const record = (guardianId: string | undefined, answer: string) =>
    admin.post(`/api/students/${mia}/consents/${id}/paper`, { guardianId, answer })
  expect((await record(father.user?.id, 'given')).body.fields).toEqual({ guardianId: expect.any(String) })
  expect((await record(mother.user?.id, 'given')).status).toBe(204)
  expect((await record(mother.user?.id, 'given')).body.fields).toEqual({ answer: 'This answer is recorded already' })
  expect(await allowed()).toBe(true)
  expect((await admin.post(`/api/students/${mia}/consents/open`, {})).body).toMatchObject({
    consents: [{ title: 'Photos', state: 'given' }],
    answers: [{ title: 'Photos', version: 1, answer: 'given', method: 'paper', recordedBy: 'Ada Lovelace' }],
  })
})

test('grades or chosen students are asked for a consent, and a new child is asked for the consents of its grade', async ({
  platform,
}) => {
  const { organization, admin, mother, mia, asked } = await makeFamily(platform)
  await ask(admin, { title: 'Museum', kind: 'outings', asked: 'grades', grades: ['5'] })
  await ask(admin, { title: 'Robots', kind: 'outings', asked: 'students', studentIds: [mia] })
  expect((await asked(mother)).body).toMatchObject([{ title: 'Robots' }])
  const { id } = await buildStudent(platform, organization, { guardians: [mother.user?.id ?? ''] })
  expect((await mother.get(`/api/children/${id}/consents`)).body).toEqual([])
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('students').where({ id }).update({ grade: '5' })
  })
  expect((await mother.get(`/api/children/${id}/consents`)).body).toMatchObject([{ title: 'Museum', isOpen: true }])
  expect((await admin.get('/api/consents/audience')).body).toMatchObject({ grades: ['5'], students: [{}, {}] })
  for (const [wrong, field] of [
    [{ asked: 'grades' }, 'grades'],
    [{ asked: 'students' }, 'studentIds'],
    [{ asked: 'students', studentIds: [organization.id] }, 'studentIds'],
    [{ expiresAfterMonths: 3, expiresOn: '2099-01-01' }, 'expiresOn'],
    [{ expiresOn: '2020-01-01' }, 'expiresOn'],
    [{ body: ' ' }, 'body'],
  ] as const) {
    const { status, body } = await admin.post('/api/consents', { ...photos, ...wrong })
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: [field] })
  }
})

test('the answers of a consent are counted, searched, filtered, paged and exported alike', async ({ platform }) => {
  const { organization, admin, mother, father, mia, answer } = await makeFamily(platform)
  const guardians = [father.user?.id ?? '']
  const { id: noah } = await buildStudent(platform, organization, { firstName: 'Noah', guardians })
  await buildStudent(platform, organization, { firstName: '=Eve', guardians })
  const { id } = await ask(admin)
  await answer(mother, id, 'given')
  await father.post(`/api/children/${noah}/consents/${id}`, { answer: 'refused', version: 1 })
  expect((await admin.get('/api/consents?search=PHOT&kind=photo&limit=5')).body).toMatchObject([
    { title: 'Photos', given: 1, refused: 1, expired: 0, missing: 1 },
  ])
  const list = (query: string) => admin.get(`/api/consents/${id}/answers${query}`)
  expect((await list('?state=refused')).body).toMatchObject([{ studentId: noah, answeredBy: 'Ada Lovelace' }])
  expect((await list('?search=mia')).body).toMatchObject([{ studentId: mia, state: 'given' }])
  const page = await list('?limit=1&offset=2')
  expect(page.headers['x-total-count']).toBe('3')
  expect(page.body).toMatchObject([{ studentName: 'Noah King' }])
  const csv = await admin.get(`/api/consents/${id}/answers.csv`)
  expect(csv.headers['content-disposition']).toContain('consent-answers.csv')
  const lines = String(csv.body).trim().split('\r\n')
  expect(lines[0]).toBe('student,grade,consent,answered by,answered at,expires on')
  expect(lines[1]).toBe("'=Eve King,,missing,,,")
  expect(lines).toHaveLength(4)
})

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

test('each role has its own rights: admins all, instructors read states, guardians answer, platform staff give a reason', async ({
  platform,
}) => {
  const { organization, admin, mother, mia, answer } = await makeFamily(platform)
  const { id } = await ask(admin)
  await answer(mother, id, 'given')
  const superAdmin = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '', PASSWORD)
  const callers = {
    admin,
    superAdmin,
    instructor: await organization.signIn('instructor'),
    parent: mother,
    stranger: await organization.signIn('parent'),
    student: await organization.signIn('student'),
  }
  const table: Record<keyof typeof callers, number[]> = {
    admin: [200, 200, 200, 200, 200, 403, 200, 403],
    superAdmin: [200, 200, 403, 403, 200, 403, 400, 403],
    instructor: [403, 403, 403, 200, 403, 403, 403, 403],
    parent: [403, 403, 403, 403, 403, 200, 403, 200],
    stranger: [403, 403, 403, 403, 403, 404, 403, 404],
    student: [403, 403, 403, 403, 403, 403, 403, 403],
  }
  for (const [name, expected] of Object.entries(table)) {
    const by = callers[name as keyof typeof callers]
    const answers = [
      await by.get('/api/consents'),
      await by.get(`/api/consents/${id}`),
      await by.get(`/api/consents/${id}/answers`),
      await by.get(`/api/students/${mia}/consents`),
      await by.get(`/api/students/${mia}/consents/guardians`),
      await by.get(`/api/children/${mia}/consents`),
      await by.post(`/api/students/${mia}/consents/open`, {}),
      await by.post(`/api/children/${mia}/consents/${id}`, { answer: 'given', version: 1 }),
    ]
    expect({ name, statuses: statuses(answers) }).toEqual({ name, statuses: expected })
  }
  expect((await callers.instructor.get(`/api/students/${mia}/consents`)).body).toEqual([
    { id, kind: 'photo', title: 'Photos', state: 'given', expiresOn: null },
  ])
  const paper = { guardianId: mother.user?.id, answer: 'given' }
  const onPaper = () => superAdmin.post(`/api/students/${mia}/consents/${id}/paper`, paper)
  expect((await onPaper()).status).toBe(403)
  const uncounted = { given: null, refused: null, expired: null, missing: null }
  const terms = { asked: 'students', studentIds: [mia] }
  const narrowed = await superAdmin.put(`/api/consents/${id}`, terms)
  for (const body of [
    narrowed.body,
    (await superAdmin.get(`/api/consents/${id}`)).body,
    (await superAdmin.get('/api/consents')).body[0],
  ]) {
    expect(body).toMatchObject(uncounted)
  }
  expect((await superAdmin.post(`/api/consents/${id}/remind`)).body).toEqual({ mails: null })
  const log = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('audit_logs').where({ action: 'consent.answered' }).select('description', 'metadata', 'userName'),
  )
  expect(log).toMatchObject([{ description: `Answered a consent for {student:${mia}}` }])
  expect(JSON.stringify(log)).toContain(mia)
  expect(JSON.stringify(log)).not.toMatch(/given|guardian|Photos|Mia/i)
  const opened = await superAdmin.post(`/api/students/${mia}/consents/open`, { words: 'A mother wrote to support' })
  expect(opened.body).toMatchObject({ answers: [{ answer: 'given', method: 'portal' }] })
  expect((await onPaper()).body.fields).toEqual({ answer: 'This answer is recorded already' })
  platform.clock.forward(3_600_001)
  expect((await onPaper()).status).toBe(403)
  const kept = await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => ({
    ledger: await trx('access_ledger').where({ viewerRole: 'superadmin' }).select('what', 'words'),
    mails: await trx('mail_messages').pluck('subject'),
  }))
  expect(kept.ledger).toEqual([{ what: 'consents', words: 'A mother wrote to support' }])
  expect(kept.mails).toEqual([expect.stringContaining('opened a student’s record')])
})
