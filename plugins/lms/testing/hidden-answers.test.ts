import { expect } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { pluginTest, type Answer, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { ANSWER_FILE, ANSWERS_HIDDEN } from '../assessment/attempts/contract.ts'
import { lms } from '../plugin.ts'
import { answerAttempt, correctQuestions, takeQuiz, newTwoQuestions } from './answered.ts'
import { beginAttempt } from './attempts.ts'
import { getFirstWork, workPath } from './calls-grading.ts'
import { sendInPart, sheet } from './files.ts'
import { publishQuiz, writeQuiz } from './quizzes.ts'

const test = pluginTest([lms])

/**
 * Behavior of an endpoint that reveals correctness, or returns a file, for callers who take the quiz:
 * - `refuses`: graders and admins are refused while they take it.
 * - `authors`: responds only to callers who may write the question itself.
 * - `own`: returns an attempt of the caller, by the rule of the quiz.
 * - `scores`: returns the points, and not for which answers.
 * - `none`: returns nothing of a quiz.
 */
type Guard = 'refuses' | 'authors' | 'own' | 'scores' | 'none'

const results = '/api/tenant/courses/{courseId}/lessons/{lessonId}/results'
const seen = '/api/tenant/attempt-results/{attemptId}'
const work = '/api/tenant/grading/work/{id}'
const attempt = '/api/tenant/attempts/{attemptId}'

// Endpoints that change data come last, the least destructive first.
const guards: Record<string, Guard> = {
  [`GET ${seen}`]: 'refuses',
  [`GET ${results}/statistics`]: 'refuses',
  [`GET ${results}/corrections`]: 'refuses',
  [`GET ${work}`]: 'refuses',
  [`POST ${results}/corrections/preview`]: 'refuses',
  [`POST ${results}/corrections/regrade`]: 'refuses',
  [`PUT ${work}`]: 'refuses',
  'POST /api/tenant/grading/lessons/{lessonId}/post': 'refuses',
  [`POST ${work}/hide`]: 'refuses',
  [`POST ${seen}/discard`]: 'refuses',
  [`POST ${seen}/reopen`]: 'refuses',
  'GET /api/lms/courses/{id}/export': 'authors',
  'GET /api/lms/lessons/{id}/content': 'authors',
  'PUT /api/lms/lessons/{id}/content': 'authors',
  'GET /api/lms/question-banks/{id}/questions': 'authors',
  'GET /api/lms/question-banks/{id}/export': 'authors',
  'POST /api/lms/questions': 'authors',
  'GET /api/lms/questions/{id}': 'authors',
  'PUT /api/lms/questions/{id}': 'authors',
  'POST /api/lms/questions/{id}/restore': 'authors',
  [`GET ${attempt}`]: 'own',
  [`POST ${attempt}/answers/{item}/check`]: 'own',
  [`PUT ${attempt}/place`]: 'own',
  [`POST ${attempt}/finish`]: 'own',
  'POST /api/tenant/lessons/{lessonId}/attempts': 'own',
  'GET /api/tenant/courses/{courseId}/lessons/{lessonId}': 'own',
  'GET /api/tenant/courses/{courseId}/gradebook/{format}': 'scores',
  [`GET ${results}/export`]: 'scores',
  'GET /api/tenant/certificates/{id}/pdf': 'none',
  'GET /api/tenant/certificates/{id}/credential': 'none',
  'GET /api/tenant/certificates/csv': 'none',
  'GET /api/tenant/certificate-template/preview': 'none',
  'GET /verify/{number}': 'none',
  'POST /verify/{number}': 'none',
  'GET /.well-known/did.json': 'none',
  'GET /api/credentials/status/{list}': 'none',
  'GET /api/tenant/instructor-training-progress/courses.csv': 'none',
  'GET /api/tenant/course-statistics/courses.csv': 'none',
}

const listGuarded = (guard: Guard) => Object.keys(guards).filter((name) => guards[name] === guard)

/** Names of fields that reveal correctness, or the verdict on an answer. */
const telling = ['isRight', 'solution', 'accepted', 'guidance', 'explanation', 'details']

function listNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listNames)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [name, ...listNames(child)])
}

function revealsAnswer({ response }: EndpointSpec): boolean {
  if (response === 'none') return false
  if (response === 'file') return true
  const names = new Set(listNames(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' })))
  return telling.some((name) => names.has(name))
}

const listEndpoints = ({ platform }: TestPlatform) =>
  (platform.parts.get(lms.id)?.routes ?? []).flatMap(({ contract }) => Object.values(contract))

test('every endpoint of courses that returns correctness or a file is in the table', ({ platform }) => {
  const known = listEndpoints(platform)
  const names = known.filter(revealsAnswer).map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name) => !(name in guards))).toEqual([])
  const all = new Set(known.map(({ method, path }) => `${method} ${path}`))
  expect(Object.keys(guards).filter((name) => !all.has(name))).toEqual([])
})

const essay = { id: crypto.randomUUID(), type: 'long_text', prompt: 'Why?', points: 2, guidance: 'It is heavy.' }
const drawing = { id: crypto.randomUUID(), type: 'file', prompt: 'Draw it.', takes: 'any', maxFiles: 1 }

const RIGHT_ANSWERS = { 'What falls?': 'A stone', 'Paper burns.': 'true' }

/** Creates a graded assessment of a student, not posted yet, of which a question was corrected since. */
async function gradeAttempt(platform: TestPlatform, role: 'instructor' | 'tenant_admin') {
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  const questions = newTwoQuestions()
  const rules = { feedback: 'after_submission', attempts: 2, timeLimit: 60 }
  const details = { ...rules, questions: [...questions, essay, drawing] }
  const { id, lessonId } = await publishQuiz(author, details)
  const student = await organization.signIn('student')
  const taker = await organization.signIn(role)
  for (const one of [student, taker]) await one.post(`/api/tenant/courses/${id}/enroll`)
  const begun = await beginAttempt(student, lessonId)
  await answerAttempt(student, begun, RIGHT_ANSWERS)
  const said = { kind: ANSWER_FILE, filename: 'drawing.pdf', owner: begun.id }
  const { id: fileId } = await sendInPart(student, said, sheet)
  const answers = { 'Why?': { type: 'long_text', text: 'So it is.' }, 'Draw it.': { type: 'file', fileIds: [fileId] } }
  for (const { item, question } of begun.items) {
    const answer = (answers as Record<string, object>)[question.prompt]
    if (answer) await student.put(`/api/tenant/attempts/${begun.id}/answers/${item}`, { answer, sequence: 2 })
  }
  expect((await student.post(`/api/tenant/attempts/${begun.id}/finish`)).status).toBe(200)
  const { id: workId, attempt: judged } = await getFirstWork(author)
  const items = judged?.items.map(({ item }) => ({ item, points: 1 })) ?? []
  const kept = await author.put(`${workPath}/${workId}`, { items, act: 'keep', version: 1 })
  expect(kept.status).toBe(200)
  const changed = { ...rules, questions: [...correctQuestions(questions), essay, drawing] }
  await writeQuiz(author, { lessonId, contentType: 'assessment', details: changed })
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  const regrade = { rules: [{ questionId: questions[0]?.id, rule: 'both' }] }
  const bodies: Record<string, object> = {
    [`POST ${results}/corrections/preview`]: regrade,
    [`POST ${results}/corrections/regrade`]: regrade,
    [`PUT ${work}`]: { items, act: 'keep', version: 2 },
    [`POST ${work}/hide`]: { version: 4 },
    [`POST ${seen}/reopen`]: { minutes: 5 },
  }
  const ids: Record<string, string> = { courseId: id, lessonId, attemptId: begun.id, item: '1', format: 'csv' }
  const call = (by: Client, name: string): Promise<Answer> => {
    const [method = '', path = ''] = name.split(' ')
    const url = path.replace(/\{(\w+)\}/g, (_, param: string) => ids[param] ?? workId)
    const payload = bodies[name]
    return by.request(method, url, payload ? { payload } : {})
  }
  return { organization, author, student, taker, id, lessonId, fileId, call, ids }
}

/** Calls each endpoint that refuses takers of the quiz, and the file of an answer, as the taker. */
async function answerQuiz({ taker, fileId, call }: Awaited<ReturnType<typeof gradeAttempt>>) {
  // Later calls change the attempt, which its graders need.
  const found: Record<string, unknown> = { file: (await taker.get(`/api/files/${fileId}`)).status }
  for (const name of listGuarded('refuses')) {
    const { status, body } = await call(taker, name)
    found[name] = status === 403 ? body.code : status
  }
  return found
}

const isForAdmins = (name: string) => name.includes('/corrections')

for (const role of ['instructor', 'tenant_admin'] as const) {
  const refused = (code: string) => (name: string) => [
    name,
    role === 'instructor' && isForAdmins(name) ? 'forbidden' : code,
  ]

  test(`${role} who takes an assessment sees no answers of it before their own attempt is submitted`, async ({
    platform,
  }) => {
    const made = await gradeAttempt(platform, role)
    const { taker, lessonId, call } = made
    const none = { ...Object.fromEntries(listGuarded('refuses').map(refused(ANSWERS_HIDDEN))), file: 404 }
    expect(await answerQuiz(made), 'before').toEqual(none)
    const own = await beginAttempt(taker, lessonId)
    expect(await answerQuiz(made), 'meanwhile').toEqual(none)
    const { body } = await call(taker, `GET ${seen}`)
    expect(body).toMatchObject({
      code: ANSWERS_HIDDEN,
      message: 'You take this assessment yourself. Answers are shown after your own attempt.',
    })
    expect((await taker.post(`/api/tenant/attempts/${own.id}/finish`)).status).toBe(200)
    const after = await answerQuiz(made)
    expect(Object.values(after)).not.toContain(ANSWERS_HIDDEN)
    const reads = [`GET ${seen}`, `GET ${results}/statistics`, `GET ${work}`, 'file']
    expect(reads.map((name) => after[name])).toEqual([200, 200, 200, 200])
  })
}

test('graders who do not take it see answers, and an admin who takes it reads what admins write', async ({
  platform,
}) => {
  const { organization, taker, ids, call } = await gradeAttempt(platform, 'tenant_admin')
  const colleague = await organization.signIn('instructor')
  expect((await call(colleague, `GET ${seen}`)).status).toBe(200)
  expect((await call(colleague, `GET ${results}/statistics`)).status).toBe(200)
  expect((await taker.get(`/api/lms/lessons/${ids['lessonId']}/content`)).status).toBe(200)
})

test('an instructor writes no questions, reads no attempt of others as their own, and scores reveal no answer', async ({
  platform,
}) => {
  const { taker, call } = await gradeAttempt(platform, 'instructor')
  for (const name of listGuarded('authors')) expect((await call(taker, name)).status, name).toBe(403)
  for (const name of listGuarded('own').filter((one) => one.includes(attempt))) {
    expect([400, 404], name).toContain((await call(taker, name)).status)
  }
  for (const name of listGuarded('scores')) {
    const { status, body } = await call(taker, name)
    expect(status, name).toBe(200)
    expect(body, name).not.toMatch(/stone|true|Why|falls/)
  }
})

interface Rule {
  details: object
  /** Answers of the caller, attempt by attempt. */
  attempts: readonly (typeof RIGHT_ANSWERS | object)[]
  isHidden: boolean
}

const rules: Record<string, Rule> = {
  'after submission, submitted': { details: { feedback: 'after_submission' }, attempts: [{}], isHidden: false },
  'once, submitted': { details: { feedback: 'once' }, attempts: [{}], isHidden: false },
  'after the last attempt, one left': { details: { feedback: 'after_last_attempt' }, attempts: [{}], isHidden: true },
  'after the last attempt, none left': {
    details: { feedback: 'after_last_attempt' },
    attempts: [{}, {}],
    isHidden: false,
  },
  'never, one left': { details: { feedback: 'never' }, attempts: [RIGHT_ANSWERS], isHidden: true },
  'never, none left': { details: { feedback: 'never' }, attempts: [{}, {}], isHidden: false },
  'never, any number, failed': { details: { feedback: 'never', attempts: null }, attempts: [{}], isHidden: true },
  'never, any number, passed': {
    details: { feedback: 'never', attempts: null },
    attempts: [{}, RIGHT_ANSWERS],
    isHidden: false,
  },
}

for (const [name, { details, attempts, isHidden }] of Object.entries(rules)) {
  test(`answers are ${isHidden ? 'hidden from' : 'shown to'} an instructor who takes it: ${name}`, async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const author = await organization.signIn('tenant_admin')
    const { id, lessonId } = await publishQuiz(author, { questions: newTwoQuestions(), attempts: 2, ...details })
    const taker = await organization.signIn('instructor')
    await taker.post(`/api/tenant/courses/${id}/enroll`)
    for (const answers of attempts) await takeQuiz(taker, lessonId, answers as Record<string, string>)
    const { status } = await taker.get(`/api/tenant/courses/${id}/lessons/${lessonId}/results/statistics`)
    expect(status).toBe(isHidden ? 403 : 200)
  })
}

test('answers are hidden again while another attempt is in progress, and after an extra one is allowed', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  const details = { questions: newTwoQuestions(), attempts: 2, feedback: 'after_last_attempt' }
  const { id, lessonId } = await publishQuiz(author, details)
  const taker = await organization.signIn('instructor')
  await taker.post(`/api/tenant/courses/${id}/enroll`)
  const path = `/api/tenant/courses/${id}/lessons/${lessonId}/results`
  const status = async () => (await taker.get(`${path}/statistics`)).status
  await takeQuiz(taker, lessonId, {})
  await takeQuiz(taker, lessonId, {})
  expect(await status()).toBe(200)
  const more = { extraMinutes: 0, extraAttempts: 1, reason: 'Fire drill' }
  expect((await author.put(`${path}/${taker.user?.id}/allowance`, more)).status).toBe(200)
  expect(await status()).toBe(403)
  const { id: last } = await beginAttempt(taker, lessonId)
  expect(await status()).toBe(403)
  await taker.post(`/api/tenant/attempts/${last}/finish`)
  expect(await status()).toBe(200)
})
