import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { lockAttemptToGrade } from '../../attempts/server/grade-items.ts'
import { getEdition } from '../../attempts/server/attempt.ts'
import type { HandInMember } from '../../handins/server/lock-submission.ts'
import { getJudgedHandIn, type JudgedHandIn } from '../../handins/server/publish-feedback.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import type { LessonKind } from '../../../authoring/lessons/kinds/kind-contract.ts'
import { rubric } from '../../../authoring/lessons/kinds/rubric-contract.ts'
import { isGradedByHand } from '../../../authoring/questions/grading.ts'
import { sumOfPoints } from '../../../shared/scores-contract.ts'
import type { JudgedAttempt } from '../contract.ts'
import type { Judgement } from '../judging-contract.ts'
import type { SeenWork } from './held-work.ts'

type Learner = Pick<HandInMember, 'enrollmentId' | 'userId' | 'cycle' | 'name' | 'firstName' | 'email'>

/** Piece of work with the rules that grade it: those of its lesson when it was submitted. */
export interface JudgedWork extends Judgement {
  people: readonly Learner[]
  kind: LessonKind
  details: object
  /** True if the grade alone completes the lesson. */
  hasToPass: boolean
  /** Either this or `attempt` is set. */
  handIn: JudgedHandIn | null
  attempt: JudgedAttempt | null
}

/** Reads the rules that grade a piece of work. @throws not-found if the submission or attempt is gone */
export const getJudgedWork = (scope: TenantScope, work: SeenWork): Promise<JudgedWork> =>
  work.kind === 'attempt' ? judgeAttempt(scope, work) : judgeHandIn(scope, work)

async function judgeHandIn(scope: TenantScope, work: SeenWork): Promise<JudgedWork> {
  const handIn = await getJudgedHandIn(scope, work.subjectId, work.number)
  const { members: people, kind, details } = handIn
  return {
    people,
    kind,
    details,
    rubric: details.rubric,
    passPercent: details.passPercent,
    late: details,
    lateSeconds: work.lateSeconds,
    hasToPass: details.doneWhen === 'passed',
    handIn,
    attempt: null,
  }
}

const selectLearner = statement(
  z.object({
    enrollmentId: z.uuid(),
    userId: z.uuid(),
    cycle: z.number().int(),
    name: z.string(),
    firstName: z.string(),
    email: z.string().nullable(),
  }),
  `select w.enrollment_id as "enrollmentId", w.user_id as "userId", w.cycle,
      btrim(u.first_name || ' ' || u.last_name) as name, u.first_name as "firstName",
      case when u.is_active then u.email end as email
    from lms_work w join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
    where w.tenant_id = $tenantId and w.id = $id`,
)

const withoutRubric = rubric.parse({})

async function judgeAttempt(scope: TenantScope, work: SeenWork): Promise<JudgedWork> {
  const { attempt, items } = await lockAttemptToGrade(scope, work.subjectId)
  const { details } = await getEdition(scope, attempt)
  const byHand = items.filter(({ question, answer }) => isGradedByHand(question) && answer !== null)
  const others = items.filter((one) => !byHand.includes(one))
  return {
    people: await scope.rows(selectLearner, { tenantId: scope.tenantId, id: work.id }),
    // Quizzes and assessments alike need nothing but the pass mark here.
    kind: getKind('quiz'),
    details,
    rubric: withoutRubric,
    passPercent: details.passPercent,
    late: null,
    lateSeconds: 0,
    hasToPass: true,
    handIn: null,
    attempt: {
      otherPoints: sumOfPoints(others.map(({ points }) => points ?? 0)),
      mostPoints: attempt.maxPoints,
      items: byHand.map(({ item, question, answer, files }) => ({
        item,
        prompt: question.prompt,
        guidance: 'guidance' in question ? question.guidance : '',
        mostPoints: question.points,
        text: answer?.type === 'long_text' ? answer.text : '',
        files,
      })),
    },
  }
}
