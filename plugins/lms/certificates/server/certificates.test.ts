import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import type { PlanLimits } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectNoTransaction } from '#core/testing/connections.ts'
import { pluginTest, type Answer, type Client } from '#core/testing/harness.ts'
import { readPdf } from '#core/testing/pdf.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { downloadBytes, listCertificates, createCertified, completeCourse, signInAs } from '../../testing/completing.ts'
import { publishCourse } from '../../testing/courses.ts'
import type { Certificate } from '../contract.ts'
import { reminderJobs } from './reminders.ts'

// Erasing a learner involves the tables of all plugins.
const test = pluginTest(plugins)
const DAY_MS = 86_400_000

const getVerifyPage = async (client: Client, number: string): Promise<Answer<string>> => client.get(`/verify/${number}`)

test('a course gives one certificate, however often and from how many tabs it is completed', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const course = await publishCourse(admin, { title: 'First Aid', certificateMonths: 12 })
  const learner = await organization.signIn('instructor')
  const [first = '', last = ''] = course.lessons
  await completeCourse(platform, learner, { id: course.id, lessons: [first] })
  expect((await listCertificates(learner, course.id)).certificates).toEqual([])
  await learner.post(`/api/tenant/lessons/${last}/beats`, { isAtEnd: true })
  platform.clock.forward(60_000)
  const complete = () => learner.post(`/api/tenant/lessons/${last}/complete`)
  const answers = await Promise.all([complete(), complete(), complete(), complete()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { certificates } = await listCertificates(learner, course.id)
  expect(certificates).toMatchObject([{ state: 'valid', recipient: 'Ada Lovelace', course: 'First Aid', cycle: 1 }])
  const [{ number, completedAt, expiresAt } = {} as Certificate] = certificates
  expect(number).toMatch(/^[A-Z0-9]{2,8}-\d{4}-[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(new Date(expiresAt ?? '').getUTCFullYear()).toBe(new Date(completedAt).getUTCFullYear() + 1)
  expect((await learner.get(`/api/tenant/courses/${course.id}`)).body.certificateEarned).toBe(true)
  expect((await learner.get('/api/tenant/course-catalog/figures')).body.certificates).toBe(1)
})

test('the year in a number is the one in the organization’s time zone, also for a reissued certificate', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/settings', { timeZone: 'Pacific/Auckland' })
  const now = platform.clock.now()
  const year = now.getUTCFullYear() + (now.getTime() < Date.UTC(now.getUTCFullYear(), 11, 31, 12) ? 1 : 2)
  platform.clock.forward(Date.UTC(year - 1, 11, 31, 12) - now.getTime())
  await admin.signIn(admin.user?.email ?? '')
  const course = await publishCourse(admin, { title: 'First Aid' })
  const learner = await organization.signIn('instructor')
  await completeCourse(platform, learner, course)
  const number = async () => (await listCertificates(learner, course.id)).certificates[0]
  const first = await number()
  expect(first?.number).toContain(`-${year}-`)
  expect((await admin.post(`/api/tenant/certificates/${first?.id}/reissue`)).status).toBe(200)
  expect((await number())?.number).toContain(`-${year}-`)
})

test('no certificate follows from the learner’s own word alone, or from a course that gives none', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const learner = await organization.signIn('instructor')
  const said = await publishCourse(admin, { title: 'Said' })
  await completeCourse(platform, learner, said, { isChecked: false })
  const without = await publishCourse(admin, { title: 'Without', givesCertificate: false })
  await completeCourse(platform, learner, without)
  const begun = await publishCourse(admin, { title: 'Begun' })
  await learner.post(`/api/tenant/courses/${begun.id}/enroll`)
  expect(await listCertificates(learner, begun.id)).toMatchObject({ certificates: [], noneBecause: null })
  for (const [{ id }, noneBecause] of [
    [said, 'own-word'],
    [without, 'not-given'],
  ] as const) {
    expect(await listCertificates(learner, id)).toEqual({ certificates: [], canRenew: false, noneBecause })
    expect((await learner.get(`/api/tenant/courses/${id}`)).body).toMatchObject({
      completionPercentage: 100,
      certificateEarned: false,
    })
  }
})

test('while the plan does not include certificates none is issued, its learner reads why, and earlier ones stay', async ({
  platform,
}) => {
  const { organization, admin, learner, course } = await createCertified(platform)
  const { plans } = platform.core.limits
  platform.core.limits.plans = {
    ...(plans as PlanLimits),
    featuresOf: async () => ({ planName: 'Starter', included: ['course-catalog', 'training-builder'], offers: [] }),
  }
  await platform.core.db.platform(systemActor, (scope) => platform.core.invalidations.announce(scope, 'plans', ''))
  const later = await publishCourse(admin, { title: 'Later' })
  await completeCourse(platform, learner, later)
  expect(await listCertificates(learner, later.id)).toEqual({
    certificates: [],
    canRenew: false,
    noneBecause: 'not-included',
  })
  expect((await listCertificates(learner, course.id)).certificates).toHaveLength(1)
  expect((await admin.get('/api/tenant/certificates')).body).toHaveLength(1)
  platform.core.limits.plans = plans
  await platform.core.db.platform(systemActor, (scope) =>
    platform.core.invalidations.announce(scope, 'tenant', organization.id),
  )
  // The plan includes them again: completions from before keep their reason.
  expect(await listCertificates(learner, later.id)).toMatchObject({ noneBecause: 'not-included' })
})

test('while a certificate is drawn, its request holds no transaction, which others may need', async ({ platform }) => {
  const { admin, learner, certificate } = await createCertified(platform)
  const template = '/api/tenant/certificate-template'
  const { prefix: _prefix, updatedAt: _updatedAt, ...look } = (await admin.get(template)).body
  const make = vi.spyOn(platform.core.pdfs, 'make').mockImplementation(async () => {
    await expectNoTransaction(platform.core)
    return Buffer.from('%PDF-')
  })
  expect((await learner.get(`/api/tenant/certificates/${certificate.id}/pdf`)).body).toBe('%PDF-')
  const preview = `${template}/preview?${new URLSearchParams(look as Record<string, string>).toString()}`
  expect((await admin.get(preview)).body).toBe('%PDF-')
  make.mockRestore()
})

test('learners who print certificates at once all get them, even if there are more than connections', async ({
  platform,
}) => {
  const { learner, certificate } = await createCertified(platform)
  const many = Array.from({ length: platform.core.env.databasePool + 2 })
  for (const what of ['pdf', 'credential']) {
    const answers = await Promise.all(many.map(() => learner.get(`/api/tenant/certificates/${certificate.id}/${what}`)))
    expect(answers.map(({ status }) => status)).toEqual(many.map(() => 200))
  }
})

test('the PDF has names in every script, its number and the verifying address, and a mark once it is revoked', async ({
  platform,
}) => {
  const names = [
    ['Łukasz Ελένη', 'Ґанок'],
    ['فاطمة', 'الزهراء'],
    ['דוד', 'בן גוריון'],
    ['민준 小明', '王'],
    ['さくら', '山田'],
  ]
  const { organization, admin, course } = await createCertified(platform)
  for (const [firstName = '', lastName = ''] of names) {
    const learner = await signInAs(organization, 'instructor', { firstName, lastName })
    await completeCourse(platform, learner, course)
    const [{ id, number } = {} as Certificate] = (await listCertificates(learner, course.id)).certificates
    const path = `/api/tenant/certificates/${id}/pdf`
    const { pages, title, structure } = await readPdf(await downloadBytes(platform, learner, path))
    const text = (pages[0] ?? '').normalize('NFKC').replaceAll(/\s+/g, ' ')
    for (const part of [...firstName.split(' '), ...lastName.split(' ')]) expect(text).toContain(part.normalize('NFKC'))
    expect(text).toContain(number)
    expect(text).toContain(`/verify/${number}`)
    expect(text).not.toContain('REVOKED')
    expect({ count: pages.length, title }).toEqual({ count: 1, title: 'Certificate of Completion: First Aid' })
    expect(structure).toEqual(new Set(['Document', 'P', 'H1', 'Figure']))
    if (firstName !== 'さくら') continue
    await admin.post(`/api/tenant/certificates/${id}/revoke`, { reason: 'issued-in-error' })
    const revoked = await readPdf(await downloadBytes(platform, learner, path))
    expect(revoked.pages[0]).toContain('REVOKED')
    expect(revoked.pages[0]).toContain('it was issued in error')
  }
})

test('an expiring certificate is announced twice, is renewed under a new number, and keeps earlier progress', async ({
  platform,
}) => {
  const { organization, learner, course, certificate } = await createCertified(platform, { certificateMonths: 3 })
  const renew = () => learner.post(`/api/tenant/courses/${course.id}/renew`)
  const remind = async () => {
    for (const job of reminderJobs) await job.perform(platform.core, organization.id, {})
  }
  const reminders = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mailMessages').where({ tenantId: organization.id }).whereLike('subject', '%expires on%').pluck('subject'),
    )
  await remind()
  expect(await reminders()).toEqual([])
  expect(await renew()).toMatchObject({ status: 409, body: { code: 'certificate.not-expiring' } })
  platform.clock.forward(40 * DAY_MS)
  await remind()
  await remind()
  expect(await reminders()).toHaveLength(1)
  platform.clock.forward(40 * DAY_MS)
  await remind()
  expect(await reminders()).toHaveLength(2)
  await learner.signIn(learner.user?.email ?? '')
  expect((await listCertificates(learner, course.id)).canRenew).toBe(true)
  const answers = await Promise.all([renew(), renew()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ cycle: 2, done: 0, completedAt: null })
  platform.clock.forward(20 * DAY_MS)
  await learner.signIn(learner.user?.email ?? '')
  expect((await getVerifyPage(platform.client(), certificate.number)).body).toContain('Expired certificate')
  await completeCourse(platform, learner, course)
  const { certificates } = await listCertificates(learner, course.id)
  expect(certificates).toMatchObject([
    { cycle: 2, state: 'valid' },
    { cycle: 1, state: 'expired', number: certificate.number },
  ])
  const kept = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lmsLessonProgress').where({ courseId: course.id }).whereNotNull('completedAt').pluck('cycle'),
  )
  expect(kept.filter((cycle) => cycle === 1)).toHaveLength(2)
  expect(kept.filter((cycle) => cycle === 2)).toHaveLength(2)
})

test('a certificate’s texts stay, whatever is renamed or deleted, and lose the name once its learner is erased', async ({
  platform,
}) => {
  const { organization, admin, learner, course, certificate } = await createCertified(platform)
  await admin.put(`/api/lms/courses/${course.id}`, { title: 'Renamed', status: 'published' })
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('users').where({ id: learner.user?.id }).update({ lastName: 'Lovelace' })
    await trx('tenants').where({ id: organization.id }).update({ name: 'South Star' })
  })
  const shown = async () => (await getVerifyPage(platform.client(), certificate.number)).body
  for (const said of ['Ada King', 'First Aid', 'North Star Robotics']) expect(await shown()).toContain(said)
  const refused = platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsCertificates').where({ id: certificate.id }).update({ recipient: 'Someone else' }),
  )
  await expect(refused).rejects.toThrow(/permission denied/)
  const listed = await admin.get('/api/tenant/certificates?search=king&state=valid')
  expect(listed.body).toMatchObject([{ number: certificate.number, recipient: 'Ada King' }])
  expect((await admin.get('/api/tenant/certificates?state=revoked')).body).toEqual([])
  const csv = await admin.get('/api/tenant/certificates/csv')
  expect(csv.body).toContain(`${certificate.number},Ada King,First Aid,valid`)
  await admin.signIn(admin.user?.email ?? '')
  const erasure = { kind: 'user', id: learner.user?.id, confirmation: 'Ada Lovelace' }
  expect((await admin.post('/api/erasures', erasure)).status).toBe(201)
  const nameless = await shown()
  for (const said of ['Valid certificate', 'First Aid', 'Removed at the person’s request'])
    expect(nameless).toContain(said)
  expect(nameless).not.toContain('King')
  expect((await admin.get('/api/tenant/certificates')).body).toMatchObject([{ recipient: 'Erased person' }])
  const left = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lmsCertificates').where({ id: certificate.id }).pluck('user_id'),
  )
  expect(left).toEqual([null])
  expect(await admin.post(`/api/tenant/certificates/${certificate.id}/reissue`)).toMatchObject({
    status: 409,
    body: { code: 'certificate.no-learner' },
  })
})

test('an organization sets the template of its certificates; issued ones stay as they are', async ({ platform }) => {
  const { admin, learner, certificate, course, organization } = await createCertified(platform)
  const path = '/api/tenant/certificate-template'
  const { body: before } = await admin.get(path)
  expect(before).toMatchObject({ heading: 'Certificate of Completion', updatedAt: null })
  const wanted = {
    ...before,
    heading: 'Diploma of {organization}',
    statement: 'has passed in {hours}',
    prefix: 'north',
  }
  expect((await admin.put(path, { ...wanted, foot: 'About {secret}' })).body.fields.foot).toContain(
    'There is no {secret}',
  )
  expect((await admin.put(path, { ...wanted, foot: '{name}, {name}' })).body.fields.foot).toContain('Use {name} once')
  expect((await admin.put(path, { ...wanted, prefix: 'Nörd' })).body.fields).toHaveProperty('prefix')
  expect((await admin.put(path, { ...wanted, heading: 'x'.repeat(81) })).body.fields).toHaveProperty('heading')
  const foreign = { ...wanted, logoUrl: '/api/images/01a20572-1c9d-7511-baaf-4777381d349d' }
  expect((await admin.put(path, foreign)).body.fields).toEqual({ logoUrl: 'Upload the image again' })
  const saved = await admin.put(path, wanted)
  expect(saved).toMatchObject({ status: 200, body: { prefix: 'NORTH' } })
  expect((await admin.put(path, wanted)).body.code).toBe('outdated')
  expect((await learner.get(path)).status).toBe(403)
  const { updatedAt: _updatedAt, prefix: _prefix, ...look } = saved.body
  const preview = await downloadBytes(platform, admin, `${path}/preview?${new URLSearchParams(look).toString()}`)
  expect((await readPdf(preview)).pages[0]).toContain('Diploma of North Star Robotics')
  const pdf = await readPdf(await downloadBytes(platform, learner, `/api/tenant/certificates/${certificate.id}/pdf`))
  expect(pdf.pages[0]).toContain('Certificate of Completion')
  const other = await organization.signIn('instructor')
  await completeCourse(platform, other, course)
  const [next] = (await listCertificates(other, course.id)).certificates
  expect(next?.number).toMatch(/^NORTH-/)
  const renewed = await readPdf(await downloadBytes(platform, other, `/api/tenant/certificates/${next?.id}/pdf`))
  expect(renewed.pages[0]).toContain('has passed in')
  const stranger = await organization.signIn('instructor')
  expect((await stranger.get(`/api/tenant/certificates/${next?.id}/pdf`)).status).toBe(404)
})

test('a certificate shows the name on record, whatever learners’ display name is, and an issued one keeps it', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const learner = await signInAs(organization, 'student', { firstName: 'Queen', lastName: 'Bee' })
  await buildStudent(platform, organization, { firstName: 'Mary', lastName: 'King', userId: learner.user?.id })
  await learner.put('/api/user', { calledName: 'Majesty' })
  await learner.put('/api/user', { firstName: 'Mary', lastName: 'Byron' })
  const nameOn = async (title: string) => {
    const course = await publishCourse(admin, { title, audience: 'students' })
    await completeCourse(platform, learner, course)
    return (await listCertificates(learner, course.id)).certificates[0]
  }
  const first = await nameOn('Before')
  expect(first?.recipient).toBe('Mary King')
  const decision = { firstName: 'Mary', lastName: 'Byron', isApproved: true }
  expect((await admin.put(`/api/name-requests/${learner.user?.id}`, decision)).status).toBe(204)
  expect((await nameOn('After'))?.recipient).toBe('Mary Byron')
  expect((await listCertificates(learner, first?.courseId ?? '')).certificates[0]?.recipient).toBe('Mary King')
})
