import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { computeKeptScore } from '../assessment/attempts/server/finish-attempt.ts'
import { drawPaper } from '../assessment/attempts/server/paper.ts'
import { getSolution } from '../assessment/attempts/server/read-attempt.ts'
import type { Answer } from '../authoring/questions/answer-contract.ts'
import type { Question } from '../authoring/questions/contract.ts'
import { gradeAnswer } from '../authoring/questions/grading.ts'
import { practiceDetails, type QuizDetails } from '../authoring/questions/quiz-contract.ts'
import { scoreOf, sumOfPoints } from '../shared/scores-contract.ts'
import { insertPortions } from './learning.ts'

const MINUTE_MS = 60_000

const learntRow = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  enrollmentId: z.uuid(),
  userId: z.uuid(),
  courseId: z.uuid(),
  lessonId: z.uuid(),
  edition: z.string(),
  details: z.record(z.string(), z.unknown()),
  openedAt: z.string(),
  handedInAt: z.string(),
  graderId: z.uuid().nullable(),
})
type Learnt = z.infer<typeof learntRow>

const selectFinishedLessons = statement(
  learntRow,
  `select p.id, p.tenant_id as "tenantId", p.enrollment_id as "enrollmentId", p.user_id as "userId",
      p.course_id as "courseId", p.lesson_id as "lessonId", l.edition, k.details, p.opened_at as "openedAt",
      p.handed_in_at as "handedInAt", a.id as "graderId"
    from lms_lesson_progress p
      join lms_enrollments e on e.tenant_id = p.tenant_id and e.id = p.enrollment_id
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
      cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, "contentType" text, edition text)
      join lms_lesson_contents k on k.owner = v.owner and k.course_id = v.course_id and k.lesson_id = l.id
        and k.edition = l.edition
      left join lateral (select u.id from users u
        where u.tenant_id = p.tenant_id and u.role = 'tenant_admin' and u.is_active order by u.created_at, u.id limit 1) a
        on true
    where l.id = p.lesson_id and l."contentType" in ('quiz', 'assessment') and p.handed_in_at is not null
    order by p.tenant_id, p.lesson_id, p.opened_at, p.id`,
)

const updateScores = statement(
  `update lms_lesson_progress p set score = r.score
    from jsonb_to_recordset($rows::jsonb) r (id uuid, score float8) where p.id = r.id`,
)

/** Seeds attempts behind each score of a quiz: some learners failed once before, some left out what they did not need. */
export async function seedAttempts(scope: PlatformScope): Promise<void> {
  const all = (await scope.rows(selectFinishedLessons, {})).map(newAttempts)
  await insertPortions(
    scope,
    'lmsQuizAttempts',
    all.flatMap(({ attempts }) => attempts),
  )
  await insertPortions(
    scope,
    'lmsQuizAnswers',
    all.flatMap(({ answers }) => answers),
  )
  const rows = JSON.stringify(all.map(({ id, score }) => ({ id, score })))
  await scope.rows(updateScores, { rows })
}

// Quizzes without a time limit: the attempts are still in progress when the demo is opened later.
const begunRow = learntRow.omit({ handedInAt: true, graderId: true })
const selectBegunLessons = statement(
  begunRow,
  `select distinct on (p.tenant_id) p.id, p.tenant_id as "tenantId", p.enrollment_id as "enrollmentId",
      p.user_id as "userId", p.course_id as "courseId", p.lesson_id as "lessonId", l.edition, k.details,
      p.opened_at as "openedAt"
    from lms_lesson_progress p
      join lms_enrollments e on e.tenant_id = p.tenant_id and e.id = p.enrollment_id
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
      cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, "contentType" text, edition text)
      join lms_lesson_contents k on k.owner = v.owner and k.course_id = v.course_id and k.lesson_id = l.id
        and k.edition = l.edition
    where l.id = p.lesson_id and l."contentType" in ('quiz', 'assessment') and k.details ->> 'timeLimit' is null
    order by p.tenant_id, p.completed_at is not null, p.opened_at desc, p.id`,
)

/** Seeds one attempt in progress per organization, with some questions answered. */
export async function seedAttemptsUnderWay(scope: PlatformScope): Promise<void> {
  const now = scope.core.clock.now().toISOString()
  const rows = await scope.rows(selectBegunLessons, {})
  const made = await scope.rows(countAttempts, { lessons: rows.map(({ id }) => id) })
  const numbers = new Map(made.map(({ id, number }) => [id, number]))
  const all = rows.map((row) => {
    const details = practiceDetails.parse(row.details)
    const number = (numbers.get(row.id) ?? 0) + 1
    const tried = { number, end: Date.parse(now), isPassed: true }
    const { attempt, answers } = newAttempt({ ...row, handedInAt: now, graderId: null }, details, tried)
    const open = { state: 'in_progress', startedAt: new Date(Date.parse(now) - 10 * MINUTE_MS).toISOString() }
    return {
      attempt: { ...attempt, ...open, endsAt: null, finishedAt: null, points: null, score: null },
      answers: answers
        .slice(0, Math.ceil(answers.length / 2))
        .map((one) => ({ ...one, points: null, isRight: null, graderId: null })),
    }
  })
  await insertPortions(
    scope,
    'lmsQuizAttempts',
    all.map(({ attempt }) => attempt),
  )
  await insertPortions(
    scope,
    'lmsQuizAnswers',
    all.flatMap(({ answers }) => answers),
  )
}

const countAttempts = statement(
  z.object({ id: z.uuid(), number: z.number().int() }),
  `select p.id, count(a.id)::int as number from lms_lesson_progress p
      join lms_quiz_attempts a on a.tenant_id = p.tenant_id and a.enrollment_id = p.enrollment_id
        and a.lesson_id = p.lesson_id
    where p.id = any ($lessons) group by p.id`,
)

/** @param place of the learner among all */
function newAttempts(row: Learnt, place: number) {
  const details = practiceDetails.parse(row.details)
  const isTwice = place % 3 === 0 && (details.attempts ?? 2) > 1 && details.keptScore !== 'average'
  const end = Date.parse(row.handedInAt)
  const middle = (Date.parse(row.openedAt) + end) / 2
  const tried = [
    ...(isTwice ? [newAttempt(row, details, { number: 1, end: middle, isPassed: false })] : []),
    newAttempt(row, details, { number: isTwice ? 2 : 1, end, isPassed: true }),
  ]
  return {
    id: row.id,
    score: computeKeptScore(
      tried.map(({ attempt }) => attempt),
      details.keptScore,
    ),
    attempts: tried.map(({ attempt }) => attempt),
    answers: tried.flatMap(({ answers }) => answers),
  }
}

interface Tried {
  number: number
  /** Milliseconds since 1970. */
  end: number
  isPassed: boolean
}

function newAttempt(row: Learnt, details: QuizDetails, { number, end, isPassed }: Tried) {
  const { tenantId, enrollmentId, userId, courseId, lessonId, edition } = row
  const id = randomUUID()
  const laidOut = { seed: randomUUID(), isShuffled: true }
  const { items, maxPoints } = drawPaper({ details }, laidOut)
  const longest = (details.timeLimit ?? 20) * MINUTE_MS
  const began = Math.max(Date.parse(row.openedAt), end - longest)
  let missed = 0
  const answers = items.flatMap(({ item, question }) => {
    // A learner who passed misses no more than the pass mark allows; one who failed knew every third answer.
    const isLeftOut = isPassed
      ? item % 4 === number % 4 && missed + question.points <= (maxPoints * (100 - details.passPercent)) / 100
      : item % 3 !== 0
    if (isLeftOut) missed += question.points
    const answer = isLeftOut ? newWrongAnswer(question) : newRightAnswer(question)
    if (answer === null) return []
    const graded = gradeAnswer(question, answer) ?? { points: question.points, isRight: true }
    const isByHand = gradeAnswer(question, answer) === null
    const savedAt = new Date(began + ((end - began) * item) / (items.length + 1)).toISOString()
    return [
      {
        tenantId,
        attemptId: id,
        item,
        questionId: question.id,
        answer,
        sequence: 1,
        savedAt,
        points: graded.points,
        isRight: graded.isRight,
        graderId: isByHand ? row.graderId : null,
      },
    ]
  })
  const points = sumOfPoints(answers.map((one) => one.points))
  return {
    answers,
    attempt: {
      id,
      tenantId,
      enrollmentId,
      userId,
      courseId,
      lessonId,
      cycle: 1,
      number,
      edition,
      ...laidOut,
      state: 'finished',
      startedAt: new Date(began).toISOString(),
      endsAt: details.timeLimit === null ? null : new Date(began + longest).toISOString(),
      finishedAt: new Date(end).toISOString(),
      points,
      maxPoints,
      score: scoreOf({ points, maxPoints }),
    },
  }
}

/** Answers of the demo to essay questions. */
const essays = [
  {
    to: 'They say: “Homework',
    text: 'They say that homework teaches us to work alone. But most of us do it with someone beside us, or not at all. Because an hour at school in which no one helps teaches it better, homework is not needed for that. Therefore it should be abolished.',
  },
  {
    to: 'Zoe',
    text: 'Your first bridge held two books, and this one holds six. What did you change? Look where it bends: what could you try there?',
  },
]

/** Builds a correct answer; null: the demo never answers it. */
function newRightAnswer(question: Question): Answer | null {
  switch (question.type) {
    case 'short_text':
      return { type: 'short_text', text: question.accepted[0] ?? '' }
    case 'fill_blanks':
      return {
        type: 'fill_blanks',
        blanks: question.blanks.map(({ id, accepted }) => ({ blankId: id, text: accepted[0] ?? '' })),
      }
    case 'long_text': {
      const text = essays.find(({ to }) => question.prompt.startsWith(to))?.text
      return text === undefined ? null : { type: 'long_text', text }
    }
    default:
      return getSolution(question)
  }
}

/** Builds a wrong answer; null: left out. */
function newWrongAnswer(question: Question): Answer | null {
  if (question.type === 'true_false') return { type: 'true_false', isTrue: !question.isTrue }
  const wrong = question.type === 'single' ? question.options.find(({ isRight }) => !isRight) : undefined
  return wrong ? { type: 'single', optionId: wrong.id } : null
}
