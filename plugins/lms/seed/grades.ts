import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

// Submissions with feedback have a grader.
const insertGrades = statement(
  `insert into lms_grades (tenant_id, work_id, number, did, by_id, by_name, happened_at, rubric, marks, items, points,
      said_passed, comment, given_points, most_points, deduction, score, is_passed)
    select w.tenant_id, w.id, v.number, case v.outcome when 'graded' then 'posted' else v.outcome end, w.grader_id,
        v.feedback ->> 'gradedBy', (v.feedback ->> 'postedAt')::timestamptz, v.feedback -> 'rubric', v.feedback -> 'marks',
        '[]', null, null, v.feedback ->> 'comment', (v.feedback ->> 'points')::float8,
        (v.feedback ->> 'mostPoints')::float8, (v.feedback ->> 'deduction')::float8, (v.feedback ->> 'score')::float8,
        (v.feedback ->> 'isPassed')::boolean
      from lms_work w join lms_hand_in_versions v on v.tenant_id = w.tenant_id and v.hand_in_id = w.subject_id
      where w.kind = 'hand-in' and v.feedback is not null`,
)

const comments = [
  'Show how you came to it, not only what came out.',
  'This is clear and short: someone else could build it from your words.',
  'One thing for the next time: name what you would do differently.',
]

const insertComments = statement(
  `insert into lms_grading_comments (tenant_id, user_id, text, created_at)
    select g.tenant_id, g.by_id, c.text, $now::timestamptz - c.place * interval '9 days'
      from (select distinct tenant_id, by_id from lms_grades where by_id is not null) g
        cross join jsonb_array_elements_text($comments::jsonb) with ordinality c (text, place)`,
)

/** Seeds the grading log of submissions, and saved comments of graders. */
export async function seedGrades(scope: PlatformScope): Promise<void> {
  await scope.rows(insertGrades, {})
  await scope.rows(insertComments, { now: scope.core.clock.now().toISOString(), comments: JSON.stringify(comments) })
}
