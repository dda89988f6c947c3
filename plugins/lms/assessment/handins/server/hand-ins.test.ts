import sharp from 'sharp'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { lms } from '../../../plugin.ts'
import { downloadBytes } from '../../../testing/completing.ts'
import { getHandInPath, publishSubmission, sendHandInFile, newFeedbackPublisher } from '../../../testing/hand-ins.ts'
import { forgetHandInFiles } from './delete-unused-files.ts'
import { gradeMissing } from './grade-missing.ts'

const test = pluginTest([lms])

type Asked = Parameters<typeof publishSubmission>[1]

/** Creates a course with an assignment, and learners who have enrolled. */
async function createAssignment(platform: TestPlatform, asked: Asked, learners = 1) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishSubmission(admin, asked)
  const people: Client[] = []
  for (let place = 0; place < learners; place++) {
    const learner = await organization.signIn('student')
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    people.push(learner)
  }
  const [learner] = people
  if (!learner) throw new Error('Someone enrolls')
  return { organization, admin, id, lessonId, learner, people, path: getHandInPath(lessonId) }
}

const isDone = async (learner: Client, courseId: string): Promise<boolean> =>
  (await learner.get(`/api/tenant/courses/${courseId}`)).body.enrollment.done === 1

const listEmails = ({ core }: TestPlatform, learner: Client): Promise<string[]> =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mailMessages').where({ recipient: learner.user?.email }).whereLike('subject', '%submitted').pluck('body'),
  )

const selectWork = ({ core }: TestPlatform, organization: TestOrganization) =>
  core.db.tenant(organization.id, systemActor, ({ trx }) => trx('lmsWork').select())

test('a draft is saved, submitted once however often, and answered with a receipt and a completion', async ({
  platform,
}) => {
  const { organization, learner, id, path, lessonId } = await createAssignment(platform, {
    details: { accepts: ['text', 'link', 'file'] },
  })
  expect((await learner.get(path)).body).toMatchObject({ state: 'draft', next: 1, versions: [], refusal: null })
  const { id: file } = await sendHandInFile(learner, lessonId)
  const first = await learner.put(path, { text: ' Of paper ', fileIds: [file], updatedAt: null })
  expect(first.body).toMatchObject({ text: 'Of paper', files: [{ id: file, name: 'bridge.pdf' }] })
  expect((await learner.put(path, { text: 'Of wood', updatedAt: null })).body.code).toBe('outdated')
  expect((await learner.get(path)).body).toMatchObject({ state: 'draft', draft: { text: 'Of paper' }, latest: null })
  expect(await isDone(learner, id)).toBe(false)
  const whole = { text: 'Of paper', links: ['https://bridge.example/'], fileIds: [file], number: 1 }
  const handIn = () => learner.post(path, { ...whole, updatedAt: first.body.updatedAt })
  const answers = await Promise.all([handIn(), handIn(), handIn()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0].body).toMatchObject({
    state: 'handed-in',
    next: 2,
    versions: [{ number: 1, lateSeconds: 0, outcome: null }],
    latest: { number: 1, text: 'Of paper', links: ['https://bridge.example/'], files: [{ id: file }], feedback: null },
  })
  expect(await isDone(learner, id)).toBe(true)
  const mails = await listEmails(platform, learner)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Version: 1')
  expect(await selectWork(platform, organization)).toMatchObject([{ number: 1, state: 'waiting', lateSeconds: 0 }])
  const second = await learner.post(path, { text: 'Of wood', number: 2 })
  expect(second.body).toMatchObject({ next: 3, versions: [{ number: 2 }, { number: 1 }], latest: { text: 'Of wood' } })
  expect((await learner.get(`${path}/versions/1`)).body).toMatchObject({ text: 'Of paper', files: [{ id: file }] })
  expect((await learner.get(`${path}/versions/3`)).status).toBe(404)
  // Another tab that still has the first version.
  expect((await learner.post(path, { text: 'Of stone', number: 2 })).status).toBe(409)
  expect(await selectWork(platform, organization)).toMatchObject([{ number: 2, state: 'waiting' }])
})

test('an empty submission and one that the lesson does not accept are refused', async ({ platform }) => {
  const { admin, id, learner, path, lessonId } = await createAssignment(platform, { details: { accepts: ['link'] } })
  const fields = async (body: object) => (await learner.post(path, { number: 1, ...body })).body.fields
  expect(await fields({})).toEqual({ links: 'There is nothing to submit yet' })
  expect(await fields({ text: 'Words' })).toEqual({ text: 'No text is asked for' })
  expect(await fields({ links: ['javascript:alert(1)'] })).toEqual({ 'links.0': 'Must be a valid URL' })
  expect((await sendHandInFile(learner, lessonId)).status).toBe(403)
  const stranger = await (await platform.organization()).signIn('student')
  expect((await stranger.get(path)).status).toBe(404)
  // A caller who is not enrolled, and a lesson without submissions.
  expect((await admin.post(path, { number: 1, links: ['https://bridge.example'] })).status).toBe(403)
  const { id: other } = (await admin.post('/api/lms/lessons', { courseId: id, title: 'Read', content: 'This' })).body
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  await learner.post(`/api/tenant/courses/${id}/move`)
  expect((await learner.get(getHandInPath(other))).status).toBe(404)
})

test('files have the type of their content, and graders read them only once they are submitted', async ({
  platform,
}) => {
  const { organization, admin, learner, people, path, lessonId } = await createAssignment(
    platform,
    { details: { accepts: ['file'] } },
    2,
  )
  const instructor = await organization.signIn('instructor')
  const page = await sendHandInFile(learner, lessonId, 'page.html', Buffer.from('<script>alert(1)</script>'))
  expect(page.status).toBe(400)
  const { id: file } = await sendHandInFile(learner, lessonId)
  const seen = async (...who: Client[]) =>
    Promise.all(who.map(async (client) => (await client.get(`/api/files/${file}`)).status))
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  expect(await seen(learner, ...people.slice(1), instructor, admin, stranger)).toEqual([200, 404, 404, 404, 404])
  // Files of another learner cannot be submitted.
  const { id: others } = await sendHandInFile(people[1] ?? learner, lessonId)
  expect((await learner.post(path, { number: 1, fileIds: [others] })).body.fields).toHaveProperty('fileIds')
  await learner.post(path, { number: 1, fileIds: [file] })
  expect(await seen(learner, ...people.slice(1), instructor, admin, stranger)).toEqual([200, 404, 200, 200, 404])
})

test('feedback is new until it is seen, and graded work is not resubmitted unless it has to be passed', async ({
  platform,
}) => {
  const { organization, learner, path, id } = await createAssignment(platform, {
    details: { doneWhen: 'passed', passPercent: 60 },
  })
  await learner.post(path, { text: 'One', number: 1 })
  expect(await isDone(learner, id)).toBe(false)
  await newFeedbackPublisher(platform, organization, learner, { isPassed: false, score: 20, comment: 'It fell.' })
  expect((await learner.get(path)).body).toMatchObject({
    state: 'graded',
    isNew: true,
    refusal: null,
    latest: { feedback: { comment: 'It fell.', score: 20 } },
  })
  expect((await learner.post(`${path}/seen`)).status).toBe(204)
  expect((await learner.get(path)).body.isNew).toBe(false)
  await learner.post(path, { text: 'Two', number: 2 })
  expect((await learner.get(`${path}/versions/1`)).body.feedback.comment).toBe('It fell.')
  platform.clock.forward(1000)
  await newFeedbackPublisher(platform, organization, learner, { isPassed: true })
  expect((await learner.get(path)).body).toMatchObject({
    isNew: true,
    refusal: 'It is graded and can no longer be submitted.',
  })
  expect((await learner.post(path, { text: 'Three', number: 3 })).body.code).toBe('hand-in.refused')
})

test('a team submits for all members, is joined with its code alone, and goes on when a member leaves', async ({
  platform,
}) => {
  const { organization, people, path, id, lessonId } = await createAssignment(
    platform,
    { contentType: 'project', details: { teamSize: 2, accepts: ['text', 'file'] } },
    3,
  )
  const [ada, ben, cleo] = people as [Client, Client, Client]
  await ada.put(path, { text: 'Ours' })
  const { code } = (await ada.get(path)).body.team
  await ben.put(path, { text: 'Mine alone' })
  expect((await ben.post(`${path}/team`, { code: 'WRONG222' })).body.fields).toEqual({ code: 'No team has this code' })
  const joins = await Promise.all(
    [ben, cleo].map((one) => one.post(`${path}/team`, { code: `${code.slice(0, 4)} ${code.slice(4).toLowerCase()}` })),
  )
  expect(joins.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  const [joined, left] = joins[0]?.status === 200 ? [ben, cleo] : [cleo, ben]
  expect((await joined.get(path)).body).toMatchObject({
    draft: { text: 'Ours' },
    team: { members: [{}, { isSelf: true }] },
  })
  const { id: file } = await sendHandInFile(ada, lessonId)
  expect((await joined.get(`/api/files/${file}`)).status).toBe(200)
  // Both submit at once: it is submitted once.
  const whole = { text: 'Ours', fileIds: [file], number: 1 }
  const answers = await Promise.all([ada, joined].map((one) => one.post(path, whole)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await Promise.all([ada, joined, left].map((one) => isDone(one, id)))).toEqual([true, true, false])
  expect([await listEmails(platform, ada), await listEmails(platform, joined)].map((mails) => mails.length)).toEqual([
    1, 1,
  ])
  expect(await selectWork(platform, organization)).toMatchObject([{ number: 1, teamIds: [expect.any(String)] }])
  const alone = await ada.delete(`${path}/team`)
  expect(alone.body).toMatchObject({ state: 'draft', versions: [], team: { members: [{ isSelf: true }] } })
  expect(await isDone(ada, id)).toBe(true)
  expect((await ada.get(`/api/files/${file}`)).status).toBe(404)
  expect((await joined.get(path)).body).toMatchObject({ state: 'handed-in', team: { members: [{ isSelf: true }] } })
  expect((await joined.delete(`${path}/team`)).body.code).toBe('hand-in.last-of-team')
})

test('a submission is deleted with the account of its last member, and a team’s stays with the others', async ({
  platform,
}) => {
  const { organization, people, path } = await createAssignment(
    platform,
    { contentType: 'project', details: { teamSize: 3 } },
    3,
  )
  const [ada, ben, cleo] = people as [Client, Client, Client]
  await ada.put(path, { text: 'Ours' })
  const { code } = (await ada.get(path)).body.team
  await ben.post(`${path}/team`, { code })
  await ada.post(path, { text: 'Ours', number: 1 })
  // Cleo would own none of the team's work.
  expect((await cleo.post(`${path}/team`, { code })).status).toBe(409)
  await cleo.post(path, { text: 'Mine', number: 1 })
  const left = () =>
    platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('lmsHandIns').orderBy('text').pluck('text'))
  expect(await left()).toEqual(['Mine', 'Ours'])
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users')
      .whereIn(
        'id',
        [ada, cleo].map(({ user }) => user?.id ?? ''),
      )
      .delete(),
  )
  expect(await left()).toEqual(['Ours'])
  expect((await ben.get(path)).body.latest).toMatchObject({ text: 'Ours', by: '' })
})

test('a team that resubmits while feedback on its last version is published causes no deadlock', async ({
  platform,
}) => {
  const { organization, people, path } = await createAssignment(
    platform,
    { contentType: 'project', details: { teamSize: 2 } },
    2,
  )
  const [ada, ben] = people as [Client, Client]
  await ada.put(path, { text: 'One' })
  await ben.post(`${path}/team`, { code: (await ada.get(path)).body.team.code })
  expect((await ada.post(path, { text: 'One', number: 1 })).status).toBe(200)
  const told = { outcome: 'returned', score: null, isPassed: null } as const
  const [, , first, second] = await Promise.all([
    newFeedbackPublisher(platform, organization, ada, told),
    newFeedbackPublisher(platform, organization, ben, told),
    ada.post(path, { text: 'Two', number: 2 }),
    ben.post(path, { text: 'Two', number: 2 }),
  ])
  expect([first.status, second.status]).toEqual([200, 200])
  expect((await ben.get(path)).body).toMatchObject({ next: 3, latest: { number: 2, text: 'Two' } })
})

test('pictures are re-encoded before they are stored', async ({ platform }) => {
  const { learner, path } = await createAssignment(platform, { details: { accepts: ['file'] } })
  const drawing = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  const photo = await drawing
    .withExif({ IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  const form = fileForm(photo, { filename: 'me.jpeg' })
  const sent = await learner.request('POST', `${path}/pictures`, form)
  expect(sent).toMatchObject({ status: 201, body: { name: 'me.webp', mimeType: 'image/webp' } })
  const kept = await downloadBytes(platform, learner, sent.body.url)
  expect((await sharp(kept).metadata()).exif).toBeUndefined()
  expect((await learner.post(path, { number: 1, fileIds: [sent.body.id] })).body.latest.files).toHaveLength(1)
})

// The clock moves on from here, and other uploads would be too old.
test('files removed from a draft are deleted after a day, submitted ones stay', async ({ platform }) => {
  const { learner, path, lessonId } = await createAssignment(platform, { details: { accepts: ['file'] } })
  const [kept, left] = [await sendHandInFile(learner, lessonId), await sendHandInFile(learner, lessonId, 'left.pdf')]
  await learner.post(path, { number: 1, fileIds: [kept.id] })
  platform.clock.forward(86_400_000 + 1000)
  await forgetHandInFiles.perform(platform.core, null, {})
  const rows = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('files').whereIn('id', [kept.id, left.id]).pluck('id'),
  )
  expect(rows).toEqual([kept.id])
})

test('lateness counts from the end of the day, and submissions are refused after closing', async ({ platform }) => {
  const { organization, learner, people, path } = await createAssignment(
    platform,
    { details: { dueAfterDays: 1, closesAfterDays: 2, latePercent: 10 } },
    2,
  )
  const { dueAt, closesAt } = (await learner.get(path)).body
  expect(Date.parse(closesAt) - Date.parse(dueAt)).toBe(2 * 86_400_000)
  platform.clock.forward(Date.parse(dueAt) + 90_000 - platform.clock.now().getTime())
  const again = await learner.signIn(learner.user?.email ?? '')
  const { body } = await again.post(path, { text: 'Late', number: 1 })
  expect(body.latest.lateSeconds).toBeGreaterThanOrEqual(90)
  expect(body.latest.lateSeconds).toBeLessThan(150)
  await newFeedbackPublisher(platform, organization, learner, { outcome: 'returned', score: null })
  platform.clock.forward(Date.parse(closesAt) + 60_000 - platform.clock.now().getTime())
  const late = await people[1]?.signIn(people[1].user?.email ?? '')
  const refused = await late?.post(path, { text: 'Too late', number: 1 })
  expect(refused?.body).toMatchObject({
    code: 'hand-in.refused',
    message: expect.stringMatching(/^Submissions closed on /),
  })
  expect((await late?.get(path))?.body).toMatchObject({ refusal: refused?.body.message, isOverdue: true })
  // Returned work is accepted again, and is no later than it was.
  const returned = await learner.signIn(learner.user?.email ?? '')
  const anew = await returned.post(path, { text: 'Done again', number: 2 })
  expect(anew.body.latest).toMatchObject({ number: 2, lateSeconds: body.latest.lateSeconds })
})

test('a learner without a submission gets the grade for missing work, until a late submission or another grade', async ({
  platform,
}) => {
  const { organization, people, path, id } = await createAssignment(
    platform,
    { details: { dueAfterDays: 0, doneWhen: 'passed', missingScore: 10 } },
    3,
  )
  const [ada, ben, cleo] = people as [Client, Client, Client]
  await ben.post(path, { text: 'In time', number: 1 })
  const { dueAt } = (await ada.get(path)).body
  const look = () => platform.core.db.tenant(organization.id, systemActor, gradeMissing)
  const scores = () =>
    platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
      const rows = await trx('lmsLessonProgress').where({ courseId: id }).select('userId', 'score')
      return [ada, ben, cleo].map(({ user }) => rows.find(({ userId }) => userId === user?.id)?.score ?? null)
    })
  await look()
  expect(await scores()).toEqual([null, null, null])
  platform.clock.forward(Date.parse(dueAt) + 1000 - platform.clock.now().getTime())
  await look()
  await look()
  expect(await scores()).toEqual([10, null, 10])
  const late = await cleo.signIn(cleo.user?.email ?? '')
  expect((await late.post(path, { text: 'Late', number: 1 })).body.latest.lateSeconds).toBeGreaterThan(0)
  await look()
  expect(await scores()).toEqual([10, null, null])
})
