import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { takeQuiz, newTwoQuestions } from '#plugins/lms/testing/answered.ts'
import { getFirstWork, workPath } from '#plugins/lms/testing/calls-grading.ts'
import { downloadBytes } from '#plugins/lms/testing/completing.ts'
import { publishDiscussion, getRepliesPath, getThreadsPath } from '#plugins/lms/testing/discussions.ts'
import { getHandInPath, publishSubmission, sendHandInFile } from '#plugins/lms/testing/hand-ins.ts'
import { publishQuiz } from '#plugins/lms/testing/quizzes.ts'
import { restoreOrganization } from '#plugins/backup/restore/server/organization.ts'
import {
  archiveOf,
  checksums,
  expectNothingLeft,
  restoreOptions,
  rowsOf,
} from '#plugins/backup/restore/server/test-restores.ts'

const test = pluginTest(plugins)
vi.setConfig({ testTimeout: 480_000 })

const COMMENT = 'The arch carries it.'

/** Returns what a learner sees of their own submission. */
const shown = async (learner: Client, path: string) => (await learner.get(path)).body

/** Creates an organization with two submissions of a team, with a file, and one of a member alone; the team's is graded. */
async function handedIn(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const details = { teamSize: 2, accepts: ['text', 'file', 'link'] }
  const { id: courseId, lessonId } = await publishSubmission(admin, { contentType: 'project', details })
  const learners: Client[] = []
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    const { email } = await organization.user('student', { firstName: name, lastName: 'Zwergkanarie' })
    const learner = await organization.client().signIn(email)
    await learner.post(`/api/tenant/courses/${courseId}/enroll`)
    learners.push(learner)
  }
  const [ada, ben, cleo] = learners as [Client, Client, Client]
  const path = getHandInPath(lessonId)
  await ada.put(path, { text: 'Of paper' })
  await ben.post(`${path}/team`, { code: (await shown(ada, path)).team.code })
  const { id: file } = await sendHandInFile(ada, lessonId)
  const whole = { text: 'Of paper', fileIds: [file] }
  expect((await ada.post(path, { ...whole, number: 1 })).status).toBe(200)
  expect((await ada.post(path, { ...whole, text: 'Of wood', number: 2 })).status).toBe(200)
  const work = await getFirstWork(admin)
  const given = { version: work.version, isPassed: true, comment: COMMENT, act: 'post' }
  expect((await admin.put(`${workPath}/${work.id}`, given)).status).toBe(200)
  const links = ['https://bridge.example/']
  expect((await cleo.post(path, { text: 'Of stone', links, number: 1 })).status).toBe(200)
  return { organization, admin, ada, ben, cleo, path, archive: await archiveOf(platform, organization.id) }
}

const again = (learner: Client) => learner.signIn(learner.user?.email ?? '')

test('submissions and their grades are restored with their files, unchanged', async ({ platform }) => {
  const { organization, admin, ada, ben, cleo, path, archive } = await handedIn(platform)
  const rows = () =>
    checksums(platform, {
      where: (table, owned) => (table.startsWith('lms_') && owned ? `tenant_id = '${organization.id}'` : 'false'),
    })
  const before = { rows: await rows(), ada: await shown(ada, path), cleo: await shown(cleo, path) }
  expect(before.ada).toMatchObject({
    versions: [{ number: 2 }, { number: 1 }],
    latest: { text: 'Of wood', files: [{ name: 'bridge.pdf' }], feedback: { comment: COMMENT } },
  })
  const [{ url }] = before.ada.latest.files
  const bytes = await downloadBytes(platform, ben, url)
  const queue = (await admin.get(`${workPath}?state=everything`)).body
  expect(queue).toHaveLength(2)

  expect((await cleo.post(path, { text: 'Of glass', number: 2 })).status).toBe(200)
  for (const table of ['lms_hand_in_files', 'lms_grades', 'lms_hand_in_versions']) {
    await rowsOf(platform, `delete from ${table} where tenant_id = '${organization.id}'`)
  }
  await restoreOrganization(restoreOptions(platform, archive))

  expect(await rows()).toEqual(before.rows)
  await Promise.all([admin, ada, ben, cleo].map(again))
  expect(await shown(ada, path)).toEqual(before.ada)
  expect(await shown(cleo, path)).toEqual(before.cleo)
  expect(await downloadBytes(platform, ben, url)).toEqual(bytes)
  expect((await admin.get(`${workPath}?state=everything`)).body).toEqual(queue)
  await expectNothingLeft(platform)
})

test('a backup older than an erasure brings back nothing of who was erased, and keeps a team’s work for the others', async ({
  platform,
}) => {
  const { organization, admin, ada, ben, cleo, path, archive } = await handedIn(platform)
  for (const [one, name] of [
    [ada, 'Ada'],
    [cleo, 'Cleo'],
  ] as const) {
    const erasing = { kind: 'user', id: one.user?.id, confirmation: `${name} Zwergkanarie` }
    expect((await admin.post('/api/erasures', erasing)).status).toBe(201)
  }
  const expectErased = async () => {
    await Promise.all([admin, ben].map(again))
    // The team's, with its grade; nothing of the learner who submitted alone.
    const [work, ...more] = (await admin.get(`${workPath}?state=everything`)).body
    expect(more).toEqual([])
    expect(work).toMatchObject({ learner: 'Ben Zwergkanarie', state: 'posted', others: 0 })
    const own = await shown(ben, path)
    expect(own).toMatchObject({ latest: { number: 2, text: 'Of wood', feedback: { comment: COMMENT } } })
    expect(await downloadBytes(platform, ben, own.latest.files[0].url)).not.toHaveLength(0)
    const texts = `select text from lms_hand_in_versions where tenant_id = '${organization.id}' order by text`
    expect(await rowsOf(platform, texts)).toEqual([{ text: 'Of paper' }, { text: 'Of wood' }])
    const people = `select first_name as name from users where tenant_id = '${organization.id}' and role = 'student'`
    expect(JSON.stringify(await rowsOf(platform, people))).not.toMatch(/Ada|Cleo/)
  }
  await expectErased()
  await restoreOrganization(restoreOptions(platform, archive))
  await expectErased()
})

test('attempts and posts come back from a backup, and those of a person erased since do not', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const quiz = await publishQuiz(admin, { questions: newTwoQuestions(), feedback: 'after_submission' })
  const talk = await publishDiscussion(admin)
  const answers = { 'What falls?': 'A stone', 'Paper burns.': 'true' }
  const learners: { learner: Client; attempt: string }[] = []
  for (const firstName of ['Ada', 'Ben']) {
    const { email } = await organization.user('student', { firstName, lastName: 'Zwergkanarie' })
    const learner = await organization.client().signIn(email)
    for (const { id } of [quiz, talk]) await learner.post(`/api/tenant/courses/${id}/enroll`)
    learners.push({ learner, attempt: await takeQuiz(learner, quiz.lessonId, answers) })
  }
  const [ada, ben] = learners as [(typeof learners)[0], (typeof learners)[0]]
  const thread = await ben.learner.post(getThreadsPath(talk.lessonId), { text: 'Because of arches.' })
  expect(thread.status).toBe(201)
  const reply = await ada.learner.post(getRepliesPath(thread.body.id), { text: 'A word of Ada’s.' })
  expect(reply.status).toBe(201)
  const archive = await archiveOf(platform, organization.id)
  const review = async () => (await ben.learner.get(`/api/tenant/attempts/${ben.attempt}`)).body.review
  const before = await review()
  expect(before).toMatchObject({ score: 100, items: { length: 2 } })

  const erasing = { kind: 'user', id: ada.learner.user?.id, confirmation: 'Ada Zwergkanarie' }
  expect((await admin.post('/api/erasures', erasing)).status).toBe(201)
  const owned = `where tenant_id = '${organization.id}'`
  await rowsOf(platform, `delete from lms_quiz_answers ${owned}`)
  await restoreOrganization(restoreOptions(platform, archive))

  await Promise.all([admin, ben.learner].map(again))
  expect(await review()).toEqual(before)
  expect(await rowsOf(platform, `select id from lms_quiz_attempts ${owned}`)).toEqual([{ id: ben.attempt }])
  expect(await rowsOf(platform, `select distinct attempt_id as id from lms_quiz_answers ${owned}`)).toEqual([
    { id: ben.attempt },
  ])
  const posts = JSON.stringify(await rowsOf(platform, `select * from lms_posts ${owned}`))
  expect(posts).toContain('Because of arches.')
  expect(posts).not.toContain('A word of Ada’s.')
})
