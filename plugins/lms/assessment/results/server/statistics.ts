import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { rejectTaker } from '../../attempts/server/hidden-answers.ts'
import { getQuizEdition, type QuizEdition } from '../../attempts/server/paper.ts'
import type { Question } from '../../../authoring/questions/contract.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'
import type { QuestionStatistics } from '../contract.ts'
import { getPublishedQuiz, type OfQuiz } from './quiz.ts'

/** Number of newest attempts that the statistics cover: more of them add nothing. */
const MAX_ATTEMPTS = 2000

const countedAttempts = (viewer: Viewer) => `counted as materialized (
  select a.id, a.edition, a.points from lms_quiz_attempts a
    where a.tenant_id = $tenantId and a.course_id = $courseId and a.lesson_id = $lessonId and a.state = 'finished'
      and ${isVisibleWork(viewer, 'a.user_id')}
    order by a.finished_at desc limit ${MAX_ATTEMPTS})`

const selectEditions = variants({ viewer: viewers }, ({ viewer }) =>
  statement(z.object({ edition: z.string() }), `with ${countedAttempts(viewer)} select distinct edition from counted`),
)

// For questions from pools, only the answers reveal who was asked.
const selectQuestionStats = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({
      questionId: z.uuid(),
      answers: z.number().int(),
      difficulty: z.number().nullable(),
      discrimination: z.number().nullable(),
    }),
    `with ${countedAttempts(viewer)}, answered as (
        select q.id as question_id, case when q.most > 0 then coalesce(w.points, 0) / q.most end as share,
            c.points - coalesce(w.points, 0) as rest
          from counted c
            join jsonb_to_recordset($questions::jsonb) q (edition text, id uuid, most float8, "isDrawn" boolean)
              on q.edition = c.edition
            left join lms_quiz_answers w on w.tenant_id = $tenantId and w.attempt_id = c.id and w.question_id = q.id
          where w.id is not null or not q."isDrawn"
      )
      select question_id as "questionId", count(*)::int as answers, avg(share) as difficulty,
          corr(share, rest) as discrimination
        from answered group by question_id`,
  ),
)

const countChoices = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ questionId: z.uuid(), choice: z.string(), count: z.number().int() }),
    `with ${countedAttempts(viewer)}
      select w.question_id as "questionId", o.choice, count(*)::int as count
        from counted c join lms_quiz_answers w on w.tenant_id = $tenantId and w.attempt_id = c.id
          cross join lateral (
            select w.answer ->> 'optionId' as choice where w.answer ->> 'type' = 'single'
            union all select w.answer ->> 'isTrue' where w.answer ->> 'type' = 'true_false'
            union all select jsonb_array_elements_text(w.answer -> 'optionIds') where w.answer ->> 'type' = 'multiple'
          ) o
        group by w.question_id, o.choice`,
  ),
)

/**
 * Computes statistics of the newest 2,000 attempts that count, in the order of the quiz. Instructors, who take quizzes
 * themselves, see none before they may see their students' answers: the correct answers of a quiz for instructors must not
 * show here.
 * @throws not-found if there is no such quiz, assessment.answers-hidden (403)
 */
export async function computeQuizStatistics(scope: TenantScope, of: OfQuiz): Promise<QuestionStatistics[]> {
  const { quiz, edition } = await getPublishedQuiz(scope, of)
  await rejectTaker(scope, of)
  const asked = { ...callerOf(scope), ...of, tenantId: scope.tenantId }
  const viewer = viewerOf(scope)
  const counting = await scope.rows(selectEditions({ viewer }), asked)
  if (viewer === 'instructor' && counting.length === 0) return []
  const quizzes = new Map([[edition, quiz]])
  for (const { edition: before } of counting) {
    const known = quizzes.get(before) ?? (await getQuizEdition(scope, { ...of, edition: before }))
    if (known) quizzes.set(before, known)
  }
  const questions = JSON.stringify([...quizzes].flatMap(([name, one]) => listAsked(name, one)))
  const counts = Map.groupBy(await scope.rows(countChoices({ viewer }), asked), ({ questionId }) => questionId)
  const found = new Map(
    (await scope.rows(selectQuestionStats({ viewer }), { ...asked, questions })).map((row) => [row.questionId, row]),
  )
  // Questions of earlier versions alone come last.
  const all = new Map([...quizzes.values()].flatMap(({ byId }) => [...byId]))
  for (const [id, question] of quiz.byId) all.set(id, question)
  const ordered = [...quiz.byId.keys(), ...[...found.keys()].filter((id) => !quiz.byId.has(id))]
  return ordered.flatMap((questionId) => {
    const question = all.get(questionId)
    if (!question) return []
    const none = { answers: 0, difficulty: null, discrimination: null }
    const { answers, difficulty, discrimination } = found.get(questionId) ?? none
    const chosen = new Map((counts.get(questionId) ?? []).map(({ choice, count }) => [choice, count]))
    return [
      {
        questionId,
        prompt: question.prompt,
        type: question.type,
        answers,
        difficulty,
        discrimination,
        choices: listChoices(question).map(({ id, ...choice }) => ({ ...choice, count: chosen.get(id) ?? 0 })),
      },
    ]
  })
}

function listAsked(edition: string, { details }: QuizEdition) {
  const fixed = details.questions.map(({ id, points: most }) => ({ edition, id, most, isDrawn: false }))
  const known = new Map(fixed.map((one) => [one.id, one]))
  const drawn = details.pools.flatMap(({ points: most, questions = [] }) =>
    questions.filter(({ id }) => !known.has(id)).map(({ id }) => ({ edition, id, most, isDrawn: true })),
  )
  return [...fixed, ...new Map(drawn.map((one) => [one.id, one])).values()]
}

function listChoices(question: Question): { id: string; text: string; isRight: boolean }[] {
  switch (question.type) {
    case 'single':
    case 'multiple':
      return question.options.map(({ id, text, isRight }) => ({ id, text, isRight }))
    case 'true_false':
      return [true, false].map((isTrue) => ({
        id: String(isTrue),
        text: isTrue ? 'True' : 'False',
        isRight: isTrue === question.isTrue,
      }))
    default:
      return []
  }
}
