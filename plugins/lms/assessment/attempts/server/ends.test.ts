import { afterEach, expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { getAttemptsPath, beginAttempt } from '../../../testing/attempts.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'
import { NETWORK_GRACE_MS } from '../contract.ts'
import { endAttempts } from './end-due-attempts.ts'

const test = pluginTest([lms])

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const TIME_LIMIT_MS = 10 * MINUTE_MS

afterEach(() => {
  vi.restoreAllMocks()
})

const yes = { type: 'true_false', isTrue: true }
const no = { type: 'true_false', isTrue: false }

/** Begins an attempt at a quiz of one question; its time is over at the moment 0 of `moveTo`. */
async function beginTimedAttempt(platform: TestPlatform, rules: object = {}) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const question = { id: crypto.randomUUID(), type: 'true_false', prompt: 'Paper burns.', isTrue: true }
  const { id, lessonId } = await publishQuiz(admin, { questions: [question], timeLimit: 10, attempts: 3, ...rules })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const end = platform.clock.now().getTime() + TIME_LIMIT_MS
  const moveTo = (time: number) => vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(end + time))
  moveTo(-TIME_LIMIT_MS)
  const attempt = await beginAttempt(learner, lessonId)
  expect(attempt.endsAt).toBe(new Date(end).toISOString())
  const path = `/api/tenant/attempts/${attempt.id}`
  let sequence = 0
  /** Saves an answer that was written the given number of seconds ago. */
  const save = async (answer: object, secondsAgo = 0) => {
    sequence += 1
    return (await learner.put(`${path}/answers/1`, { answer, sequence, secondsAgo })).status
  }
  const finish = async () => (await learner.post(`${path}/finish`)).body
  const endDue = () => endAttempts.perform(platform.core, null, {})
  return {
    lessonId,
    learner,
    end,
    moveTo,
    save,
    finish,
    endDue,
    readAttempt: () => readFirstAttempt(learner, lessonId),
  }
}

const readFirstAttempt = async (learner: Client, lessonId: string) =>
  (await learner.get(getAttemptsPath(lessonId))).body.attempts.at(-1) as { state: string; score: number | null }

test.for([
  // Columns: the moment of saving, seconds since the answer was written, whether it counts.
  [-1, 0, true],
  [0, 0, true],
  [1, 0, false],
  [1, 1, true],
  [5 * SECOND_MS, 4, false],
  [5 * SECOND_MS, 5, true],
  [NETWORK_GRACE_MS, 14, false],
  [NETWORK_GRACE_MS, 15, true],
  [NETWORK_GRACE_MS + 1, 3600, false],
] as const)(
  'an answer saved %d ms after the end and written %d s earlier is accepted and graded: %s',
  async ([time, secondsAgo, counts], { platform }) => {
    const { moveTo, save, endDue, readAttempt } = await beginTimedAttempt(platform)
    expect(await save(no)).toBe(200)
    moveTo(time)
    expect(await save(yes, secondsAgo)).toBe(counts ? 200 : 409)
    moveTo(NETWORK_GRACE_MS + 1)
    await endDue()
    expect(await readAttempt()).toMatchObject({ state: 'finished', score: counts ? 100 : 0 })
  },
)

test('the server ends an attempt once its answers can no longer be in flight, and no millisecond earlier', async ({
  platform,
}) => {
  const { lessonId, end, moveTo, save, endDue, readAttempt } = await beginTimedAttempt(platform)
  await save(yes)
  const states = []
  for (const time of [0, 1, NETWORK_GRACE_MS - 1, NETWORK_GRACE_MS]) {
    moveTo(time)
    await endDue()
    // Reads the table directly, since reading as the learner ends the attempt too.
    const rows = platform.core.db.platform(systemActor, ({ trx }) =>
      trx('lmsQuizAttempts').where({ lessonId }).pluck<string[]>('state'),
    )
    states.push(...(await rows))
  }
  expect(states).toEqual(['in_progress', 'in_progress', 'in_progress', 'finished'])
  expect(await readAttempt()).toMatchObject({ score: 100, finishedAt: new Date(end).toISOString() })
})

test.for([
  ['submitted', ({ finish }: Awaited<ReturnType<typeof beginTimedAttempt>>) => finish(), 0],
  ['ended by the server', ({ endDue }: Awaited<ReturnType<typeof beginTimedAttempt>>) => endDue(), NETWORK_GRACE_MS],
] as const)(
  'an answer saved before an attempt is %s counts, and one saved after it is refused and changes nothing',
  async ([, over, time], { platform }) => {
    const taken = await beginTimedAttempt(platform)
    taken.moveTo(time)
    expect(await taken.save(yes, 15)).toBe(200)
    await over(taken)
    expect(await taken.readAttempt()).toMatchObject({ state: 'finished', score: 100 })
    expect(await taken.save(no, 15)).toBe(409)
    await over(taken)
    expect(await taken.readAttempt()).toMatchObject({ state: 'finished', score: 100 })
  },
)

test.for([
  // Columns: rules of the quiz, the moment of submitting, the attempt's state, and when it counts as finished.
  [{ timeEnd: 'submit' }, 0, 'finished', 0],
  [{ timeEnd: 'submit' }, NETWORK_GRACE_MS, 'finished', 0],
  [{ timeEnd: 'submit' }, 60 * MINUTE_MS, 'finished', 0],
  [{ timeEnd: 'discard' }, 0, 'finished', 0],
  [{ timeEnd: 'discard' }, NETWORK_GRACE_MS - 1, 'finished', 0],
  [{ timeEnd: 'discard' }, NETWORK_GRACE_MS, 'discarded', 0],
  [{ timeEnd: 'grace', graceMinutes: 5 }, 0, 'finished', 0],
  [{ timeEnd: 'grace', graceMinutes: 5 }, 5 * MINUTE_MS, 'finished', 5 * MINUTE_MS],
  [{ timeEnd: 'grace', graceMinutes: 5 }, 5 * MINUTE_MS + NETWORK_GRACE_MS - 1, 'finished', 5 * MINUTE_MS],
  [{ timeEnd: 'grace', graceMinutes: 5 }, 5 * MINUTE_MS + NETWORK_GRACE_MS, 'discarded', 5 * MINUTE_MS],
] as const)('under %j an attempt submitted %d ms after its end is %s', async (asked, { platform }) => {
  const [rules, time, state, finishedAt] = asked
  const { end, moveTo, save, finish } = await beginTimedAttempt(platform, rules)
  await save(yes)
  moveTo(time)
  expect(await finish()).toMatchObject({
    state,
    score: state === 'finished' ? 100 : null,
    finishedAt: new Date(end + finishedAt).toISOString(),
  })
})

test('an overdue attempt accepts no answers, waits for its grace period, and is then discarded', async ({
  platform,
}) => {
  const { moveTo, save, endDue, readAttempt } = await beginTimedAttempt(platform, { timeEnd: 'grace', graceMinutes: 5 })
  await save(yes)
  const states = []
  for (const time of [
    NETWORK_GRACE_MS - 1,
    NETWORK_GRACE_MS,
    5 * MINUTE_MS + NETWORK_GRACE_MS - 1,
    5 * MINUTE_MS + NETWORK_GRACE_MS,
  ]) {
    moveTo(time)
    await endDue()
    states.push([(await readAttempt()).state, await save(no, 3600)])
  }
  expect(states).toEqual([
    ['in_progress', 200],
    ['overdue', 409],
    ['overdue', 409],
    ['discarded', 409],
  ])
})

test('the next attempt can begin once the wait is over, and no millisecond earlier', async ({ platform }) => {
  const { learner, lessonId, moveTo, finish } = await beginTimedAttempt(platform, { waitMinutes: 30 })
  await finish()
  const begin = async () => (await learner.post(getAttemptsPath(lessonId))).status
  const statuses = []
  for (const time of [30 * MINUTE_MS - 1, 30 * MINUTE_MS]) {
    moveTo(-TIME_LIMIT_MS + time)
    statuses.push(await begin())
  }
  expect(statuses).toEqual([409, 200])
})
