import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { newQuestions } from '../../../authoring/questions/testing/questions.ts'
import { lms } from '../../../plugin.ts'
import { getAttemptsPath, beginAttempt } from '../../../testing/attempts.ts'
import { buildAccommodation, buildAllowance } from '../../../testing/factories.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'
import { sendInPart, sheet } from '../../../testing/files.ts'
import { ANSWER_FILE, type OpenAttempt } from '../contract.ts'
import { applyAllowance } from './allowances.ts'
import { endAttempts } from './end-due-attempts.ts'
import { lockAttemptToGrade, gradeItems } from './grade-items.ts'

const test = pluginTest([lms])

const MINUTE = 60_000

/** Builds a question that is worth the given points. */
const newTrueFalse = (points: number) => ({
  id: crypto.randomUUID(),
  type: 'true_false',
  prompt: `Worth ${points}?`,
  isTrue: true,
  points,
  explanation: 'A secret',
})

/** Creates a quiz and a learner who has enrolled in it. */
async function prepare(
  platform: TestPlatform,
  { details = {}, contentType = 'assessment' }: { details?: object; contentType?: 'quiz' | 'assessment' } = {},
) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishQuiz(admin, { questions: newQuestions(), ...details }, { contentType })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  return { organization, admin, id, lessonId, learner }
}

const toPath = ({ id }: { id: string }) => `/api/tenant/attempts/${id}`

const save = (learner: Client, attempt: OpenAttempt, item: number, answer: unknown, more: object = {}) =>
  learner.put(`${toPath(attempt)}/answers/${item}`, { answer, sequence: 1, ...more })

const yes = { type: 'true_false', isTrue: true }
const no = { type: 'true_false', isTrue: false }

const finish = (learner: Client, attempt: OpenAttempt) => learner.post(`${toPath(attempt)}/finish`)

const getOverview = async (learner: Client, lessonId: string) => (await learner.get(getAttemptsPath(lessonId))).body

const endDue = ({ core }: TestPlatform) => endAttempts.perform(core, null, {})

const rowsOf = ({ core }: TestPlatform, { id }: TestOrganization, table: string) =>
  core.db.tenant(id, systemActor, ({ trx }) => trx(table).select())

test('one attempt begins however often and from however many tabs, and it stays as it was published', async ({
  platform,
}) => {
  const questions = [newTrueFalse(1), newTrueFalse(2), newTrueFalse(4)]
  const { organization, admin, id, lessonId, learner } = await prepare(platform, { details: { questions } })
  const answers = await Promise.all(Array.from({ length: 6 }, () => beginAttempt(learner, lessonId)))
  expect(new Set(answers.map((attempt) => attempt.id)).size).toBe(1)
  const [attempt] = answers
  if (!attempt) throw new Error('It was begun')
  expect(await rowsOf(platform, organization, 'lmsQuizAttempts')).toHaveLength(1)
  // Changes that are published meanwhile belong to another edition.
  const content = { contentType: 'assessment', details: { questions: [newTrueFalse(8)], attempts: 2 } }
  await admin.put(`/api/lms/lessons/${lessonId}/content`, content)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  const again = await beginAttempt(learner, lessonId)
  expect(again.items).toEqual(attempt.items)
  expect(again.items.map(({ question }) => question.points).toSorted((a, b) => a - b)).toEqual([1, 2, 4])
  // Saves arrive in any order; the one with the highest sequence counts.
  const two = again.items.find(({ question }) => question.points === 2)?.item ?? 0
  await save(learner, again, two, yes, { sequence: 5 })
  await Promise.all([save(learner, again, two, no, { sequence: 3 }), save(learner, again, two, no, { sequence: 4 })])
  const { open } = (await learner.get(toPath(again))).body
  expect(open.items.find(({ item }: { item: number }) => item === two)).toMatchObject({ answer: yes, sequence: 5 })
  const reviews = await Promise.all([finish(learner, again), finish(learner, again), finish(learner, again)])
  for (const { body } of reviews) {
    expect(body).toMatchObject({
      state: 'finished',
      points: 2,
      maxPoints: 7,
      isPassed: false,
      isTold: false,
      items: [],
    })
  }
  expect(reviews[0]?.body.score).toBeCloseTo(28.571, 2)
  expect((await save(learner, again, two, no, { sequence: 9 })).body.code).toBe('attempt.over')
  // No other learner reads it or answers in it.
  const other = await organization.signIn('student')
  await other.post(`/api/tenant/courses/${id}/enroll`)
  expect((await other.get(toPath(again))).status).toBe(404)
  expect((await save(other, again, two, no, { sequence: 10 })).status).toBe(404)
  expect((await finish(other, again)).status).toBe(404)
})

test('attempts are limited and spaced by a wait, and extra attempts are allowed', async ({ platform }) => {
  const questions = [newTrueFalse(1), newTrueFalse(1)]
  const details = { questions, attempts: 2, waitMinutes: 10, keptScore: 'average', passPercent: 75 }
  const { organization, lessonId, learner, id } = await prepare(platform, { details })
  const first = await beginAttempt(learner, lessonId)
  await save(learner, first, 1, yes)
  await finish(learner, first)
  expect((await learner.post(getAttemptsPath(lessonId))).body).toMatchObject({
    code: 'attempt.refused',
    details: { type: 'wait-until', at: expect.any(String) },
  })
  expect(await getOverview(learner, lessonId)).toMatchObject({
    attemptsLeft: 1,
    keptScore: 50,
    isPassed: false,
    refusal: { type: 'wait-until' },
    attempts: [{ number: 1, score: 50 }],
  })
  platform.clock.forward(10 * MINUTE)
  const second = await beginAttempt(learner, lessonId)
  await save(learner, second, 1, yes)
  await save(learner, second, 2, yes)
  // No attempt is left: now its answers are shown, also those of the first attempt.
  expect((await finish(learner, second)).body).toMatchObject({ score: 100, isTold: true })
  expect((await learner.get(toPath(first))).body.review).toMatchObject({ isTold: true, items: { length: 2 } })
  expect(await getOverview(learner, lessonId)).toMatchObject({
    keptScore: 75,
    isPassed: true,
    attemptsLeft: 0,
    refusal: { type: 'none-left' },
  })
  expect((await learner.get(`/api/tenant/courses/${id}`)).body.enrollment).toMatchObject({ progress: 100 })
  const userId = learner.user?.id ?? ''
  await buildAllowance(platform, organization, { userId, courseId: id, lessonId, extraAttempts: 1 })
  platform.clock.forward(10 * MINUTE)
  const third = await beginAttempt(learner, lessonId)
  // Answers stay hidden in all attempts as long as they could help in another one.
  expect((await learner.get(toPath(first))).body.review).toMatchObject({ isTold: false, items: [] })
  await finish(learner, third)
  // A completion stays, whatever comes after it.
  expect(await getOverview(learner, lessonId)).toMatchObject({ keptScore: 50, isPassed: true })
})

test('saved answers count when the time is over, whether the page is open or closed', async ({ platform }) => {
  const questions = [newTrueFalse(1), newTrueFalse(1)]
  const { organization, lessonId, learner, admin, id } = await prepare(platform, {
    details: { questions, timeLimit: 10 },
  })
  await admin.post(`/api/tenant/courses/${id}/enroll`)
  const open = await beginAttempt(learner, lessonId)
  const closed = await beginAttempt(admin, lessonId)
  expect(Date.parse(open.endsAt ?? '') - Date.parse(open.startedAt)).toBe(10 * MINUTE)
  await save(admin, closed, 1, yes)
  platform.clock.forward(10 * MINUTE + 2000)
  // Written in time, and in flight since.
  expect((await save(learner, open, 1, yes, { secondsAgo: 3600 })).status).toBe(200)
  expect((await save(learner, open, 2, yes)).body.code).toBe('attempt.over')
  await endDue(platform)
  expect((await learner.get(toPath(open))).body.open).toMatchObject({ state: 'in_progress' })
  expect((await save(learner, open, 2, yes, { secondsAgo: 3600 })).status).toBe(200)
  platform.clock.forward(20_000)
  expect((await save(learner, open, 2, no, { sequence: 2, secondsAgo: 3600 })).body.code).toBe('attempt.over')
  await Promise.all([endDue(platform), endDue(platform), learner.get(toPath(open)), finish(learner, open)])
  const rows = await rowsOf(platform, organization, 'lmsQuizAttempts')
  expect(
    rows.map(({ state, score, checkAt }) => ({ state, score, checkAt })).toSorted((a, b) => a.score - b.score),
  ).toEqual([
    { state: 'finished', score: 50, checkAt: null },
    { state: 'finished', score: 100, checkAt: null },
  ])
  for (const { finishedAt, endsAt } of rows) expect(finishedAt).toEqual(endsAt)
  const log = await rowsOf(platform, organization, 'lmsLearningLog')
  expect(log.filter(({ what }) => what === 'course-completed')).toHaveLength(1)
})

test('a late attempt can be submitted within its grace period, or does not count', async ({ platform }) => {
  const questions = [newTrueFalse(1)]
  const limits = { questions, timeLimit: 10, attempts: null }
  const grace = await prepare(platform, { details: { ...limits, timeEnd: 'grace', graceMinutes: 5 } })
  const late = await beginAttempt(grace.learner, grace.lessonId)
  await save(grace.learner, late, 1, yes)
  platform.clock.forward(10 * MINUTE + 20_000)
  expect((await grace.learner.get(toPath(late))).body.open).toMatchObject({
    state: 'overdue',
    graceUntil: expect.any(String),
  })
  expect((await save(grace.learner, late, 1, no, { sequence: 2 })).body.code).toBe('attempt.over')
  expect((await finish(grace.learner, late)).body).toMatchObject({ state: 'finished', score: 100 })
  await beginAttempt(grace.learner, grace.lessonId)
  platform.clock.forward(10 * MINUTE + 20_000)
  await endDue(platform)
  expect((await getOverview(grace.learner, grace.lessonId)).attempts[0]).toMatchObject({ number: 2, state: 'overdue' })
  platform.clock.forward(5 * MINUTE)
  await endDue(platform)
  expect(await getOverview(grace.learner, grace.lessonId)).toMatchObject({
    openId: null,
    keptScore: 100,
    attempts: [{ state: 'discarded', score: null }, { score: 100 }],
  })
  const discard = await prepare(platform, { details: { ...limits, timeEnd: 'discard' } })
  const left = await beginAttempt(discard.learner, discard.lessonId)
  await save(discard.learner, left, 1, yes)
  platform.clock.forward(11 * MINUTE)
  expect((await finish(discard.learner, left)).body).toMatchObject({ state: 'discarded', score: null, isTold: false })
  expect(await getOverview(discard.learner, discard.lessonId)).toMatchObject({ keptScore: null, isPassed: false })
})

test('a learner with extra time has it from the start, and an attempt in progress gets it when it is added', async ({
  platform,
}) => {
  const details = { questions: [newTrueFalse(1)], timeLimit: 20 }
  const { organization, lessonId, learner, id } = await prepare(platform, { details })
  const userId = learner.user?.id ?? ''
  const needs = { timeFactor: 1.5, breakMinutes: 5, isUnshuffled: true, isLarger: true }
  await buildAccommodation(platform, organization, { userId, ...needs })
  expect(await getOverview(learner, lessonId)).toMatchObject({ minutes: 35, extraMinutes: 15 })
  const attempt = await beginAttempt(learner, lessonId)
  const minutesOf = ({ startedAt, endsAt }: OpenAttempt) => (Date.parse(endsAt ?? '') - Date.parse(startedAt)) / MINUTE
  expect([minutesOf(attempt), attempt.isLarger]).toEqual([35, true])
  platform.clock.forward(35 * MINUTE + 5000)
  const apply = () =>
    platform.core.db.tenant(organization.id, systemActor, (scope) => applyAllowance(scope, { userId, lessonId }))
  expect(await apply()).toEqual([])
  await buildAllowance(platform, organization, { userId, courseId: id, lessonId, extraMinutes: 15 })
  expect(await apply()).toEqual([attempt.id])
  const { open } = (await learner.get(toPath(attempt))).body
  expect([minutesOf(open), open.state]).toEqual([50, 'in_progress'])
  expect((await save(learner, attempt, 1, yes)).status).toBe(200)
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsAccommodations').update({ timeFactor: null }),
  )
  expect(await apply()).toEqual([attempt.id])
  expect((await learner.get(toPath(attempt))).body.open).toMatchObject({ endsAt: null })
})

test('no answer, error, lesson or file reveals a correct answer before its time', async ({ platform }) => {
  const { organization, id, lessonId, learner } = await prepare(platform, { details: { feedback: 'never' } })
  const attempt = await beginAttempt(learner, lessonId)
  const texts: string[] = [JSON.stringify(attempt)]
  const heard = (answer: { body: unknown }) => texts.push(JSON.stringify(answer.body))
  heard(await learner.get(`/api/tenant/courses/${id}`))
  heard(await learner.get(`/api/tenant/courses/${id}/lessons/${lessonId}`))
  heard(await learner.get(getAttemptsPath(lessonId)))
  for (const { item, question } of attempt.items) {
    heard(await save(learner, attempt, item, { type: question.type }))
    heard(await save(learner, attempt, item, yes))
    heard(await learner.post(`${toPath(attempt)}/answers/${item}/check`))
  }
  heard(await learner.get(toPath(attempt)))
  const single = attempt.items.find(({ question }) => question.type === 'single')
  if (single?.question.type !== 'single') throw new Error('One of each type is asked')
  // Ids that were shown in it match none of the bank, the course or another attempt.
  const known = newQuestions().flatMap((one) => [
    one.id,
    ...('options' in one ? (one.options ?? []).map((o) => o.id) : []),
  ])
  const stored = await rowsOf(platform, organization, 'lmsQuizAnswers')
  for (const real of [...known, ...stored.map(({ questionId }) => questionId)]) {
    expect(JSON.stringify(attempt)).not.toContain(real)
  }
  expect(single.question.options.at(-1)?.text).toBe('None of the above')
  heard(await finish(learner, attempt))
  heard(await learner.get(toPath(attempt)))
  heard(await learner.get(getAttemptsPath(lessonId)))
  for (const text of texts) {
    expect(text).not.toMatch(
      /secret|"isRight"|"isTrue":(?!true}|false})|accepted|guidance|"explanation"|tolerance|seed/,
    )
  }
})

test('practice shows the verdict at once, and the answer is final; then there is no going back', async ({
  platform,
}) => {
  const questions = [newTrueFalse(1), newTrueFalse(1), newTrueFalse(1)]
  const { lessonId, learner } = await prepare(platform, {
    contentType: 'quiz',
    details: { questions, isOnePerPage: true, canGoBack: false },
  })
  const attempt = await beginAttempt(learner, lessonId)
  const check = (item: number) => learner.post(`${toPath(attempt)}/answers/${item}/check`)
  expect((await check(1)).body.code).toBe('attempt.unanswered')
  await save(learner, attempt, 1, no)
  expect((await check(1)).body).toMatchObject({ points: 0, isRight: false, explanation: 'A secret', solution: yes })
  expect((await save(learner, attempt, 1, yes, { sequence: 2 })).status).toBe(409)
  expect((await learner.get(toPath(attempt))).body.open.items[0]).toMatchObject({ answer: no, verdict: { points: 0 } })
  expect((await learner.put(`${toPath(attempt)}/place`, { item: 3 })).body).toMatchObject({ place: 3 })
  expect((await learner.put(`${toPath(attempt)}/place`, { item: 2 })).body).toMatchObject({ place: 3 })
  expect((await save(learner, attempt, 2, yes)).body.code).toBe('attempt.passed')
  expect((await save(learner, attempt, 3, yes)).status).toBe(200)
  expect((await finish(learner, attempt)).body).toMatchObject({ points: 1, isTold: true })
})

test('an answer that a grader has to read waits, and completes the lesson once it is graded', async ({ platform }) => {
  const questions = newQuestions().filter(({ type }) => type === 'long_text' || type === 'file')
  const details = {
    questions: questions.map((one) => ({ ...one, ...(one.type === 'file' ? { takes: 'document' } : {}) })),
  }
  const { organization, admin, id, lessonId, learner } = await prepare(platform, { details })
  const attempt = await beginAttempt(learner, lessonId)
  const itemOf = (type: string) => attempt.items.find(({ question }) => question.type === type)?.item ?? 0
  const [text, file] = [itemOf('long_text'), itemOf('file')]
  const sent = await sendInPart(learner, { kind: ANSWER_FILE, filename: 'robot.pdf', owner: attempt.id }, sheet)
  const stranger = await organization.signIn('student')
  const foreign = await sendInPart(stranger, { kind: ANSWER_FILE, filename: 'robot.pdf', owner: attempt.id }, sheet)
  expect(foreign.status).toBe(403)
  const wrong = { type: 'file', fileIds: [crypto.randomUUID()] }
  expect((await save(learner, attempt, file, wrong)).body.fields).toMatchObject({ answer: expect.any(String) })
  expect((await save(learner, attempt, file, { type: 'file', fileIds: [sent.id] })).status).toBe(200)
  await save(learner, attempt, text, { type: 'long_text', text: 'To stop first.' })
  const { open } = (await learner.get(toPath(attempt))).body
  expect(open.items[file - 1].files).toMatchObject([{ id: sent.id, name: 'robot.pdf' }])
  const url = `/api/files/${sent.id}`
  // Until the attempt is submitted, only its learner sees the file.
  expect([(await learner.get(url)).status, (await admin.get(url)).status]).toEqual([200, 404])
  expect((await finish(learner, attempt)).body).toMatchObject({ state: 'awaiting_grade', points: null, score: null })
  expect([(await admin.get(url)).status, (await stranger.get(url)).status]).toEqual([200, 404])
  expect(await rowsOf(platform, organization, 'lmsWork')).toMatchObject([{ kind: 'attempt', subjectId: attempt.id }])
  const grade = (marks: Parameters<typeof gradeItems>[2]) =>
    platform.core.db.tenant(organization.id, systemActor, (scope) =>
      gradeItems(scope, attempt.id, marks, admin.user?.id ?? ''),
    )
  await expect(grade([{ item: text, points: 2, comment: '' }])).rejects.toThrow(/gives 0 to 1 points/)
  expect(await grade([{ item: text, points: 1, comment: 'Well said.' }])).toMatchObject({ state: 'awaiting_grade' })
  expect(await getOverview(learner, lessonId)).toMatchObject({ keptScore: null, attempts: [{ points: null }] })
  const { items } = await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    lockAttemptToGrade(scope, attempt.id),
  )
  expect(items[text - 1]).toMatchObject({
    question: { guidance: 'A secret: honest' },
    points: 1,
    comment: 'Well said.',
  })
  expect(items[file - 1]).toMatchObject({ files: [{ id: sent.id }], points: null })
  expect(await grade([{ item: file, points: 0.6, comment: '' }])).toMatchObject({
    state: 'finished',
    points: 1.6,
    score: 80,
  })
  expect(await getOverview(learner, lessonId)).toMatchObject({ keptScore: 80, isPassed: true })
  expect((await learner.get(`/api/tenant/courses/${id}`)).body.enrollment).toMatchObject({ progress: 100 })
})
