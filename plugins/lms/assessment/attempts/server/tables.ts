import {
  fileOfRow,
  freeJson,
  freeText,
  givenPart,
  nothing,
  personDeleted,
  personKept,
  type PersonalTables,
} from '#core/server/personal-data.ts'
import { resultVisibleSql } from './visible-results.ts'

const staysSince = 'It belongs to its learner.'

/** Answers are deleted and exported with their learner's attempt. */
const goesWith = `exists (select from lms_quiz_attempts a where a.id = r.attempt_id and a.user_id = any ($ids::uuid[]))`

export const attemptTables: PersonalTables = {
  lms_quiz_attempts: {
    called: 'attempts at quizzes',
    columns: {
      enrollment_id: nothing,
      user_id: personDeleted('user'),
      course_id: nothing,
      lesson_id: nothing,
      edition: nothing,
      seed: nothing,
    },
  },
  lms_quiz_answers: {
    called: 'answers to questions',
    staysSince,
    goesWith,
    columns: {
      attempt_id: nothing,
      question_id: nothing,
      answer: freeJson,
      grader_id: personKept('user'),
      comment: freeText,
    },
  },
  lms_answer_files: {
    called: 'files of answers',
    goesWith,
    columns: { id: fileOfRow, attempt_id: nothing, name: freeText },
  },
  lms_accommodations: {
    called: 'how a learner takes quizzes',
    staysSince,
    columns: { user_id: personDeleted('user'), set_by: personKept('user') },
  },
  lms_attempt_allowances: {
    called: 'more time and attempts for a quiz',
    staysSince,
    columns: {
      user_id: personDeleted('user'),
      course_id: nothing,
      lesson_id: nothing,
      reason: freeText,
      given_by: personKept('user'),
    },
  },
}

// Verdicts are included once the review shows them. Correct answers belong to the course and are left out.
export const givenAttempts = givenPart(
  'quiz-attempts',
  'Attempts at quizzes',
  ['lms_quiz_attempts', 'lms_quiz_answers', 'lms_answer_files'],
  `select v.title as course, l ->> 'title' as lesson, a.cycle, a.number, a.state, a.started_at as "startedAt",
      a.ends_at as "endsAt", a.finished_at as "finishedAt", a.max_points as "mostPoints",
      case when a.state = 'finished' then a.points end as points, a.score,
      (select coalesce(json_agg(json_build_object('question', w.item, 'answer', w.answer, 'savedAt', w.saved_at,
          'points', case when told.now then w.points end, 'isRight', case when told.now then w.is_right end,
          'comment', case when told.now then w.comment else '' end) order by w.item), '[]')
        from lms_quiz_answers w where w.tenant_id = a.tenant_id and w.attempt_id = a.id) as answers,
      (select coalesce(json_agg(f.name order by f.created_at, f.id), '[]')
        from lms_answer_files f where f.tenant_id = a.tenant_id and f.attempt_id = a.id) as files
    from lms_quiz_attempts a join lms_enrollments e on e.tenant_id = a.tenant_id and e.id = a.enrollment_id
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
      left join lateral jsonb_array_elements(v.outline -> 'lessons') l on l ->> 'id' = a.lesson_id::text
      cross join lateral (select ${resultVisibleSql('a')} as now) told
    where a.user_id = $userId order by a.started_at, a.id`,
)

export const givenAccommodations = givenPart(
  'accommodations',
  'Extra time and attempts in quizzes',
  ['lms_accommodations', 'lms_attempt_allowances'],
  `select '' as course, c.time_factor as "timeFactor", c.break_minutes as "breakMinutes", c.is_unshuffled as "isUnshuffled",
      c.is_larger as "isLarger", null::int as "extraMinutes", null::int as "extraAttempts", '' as reason,
      c.updated_at as "updatedAt"
    from lms_accommodations c where c.user_id = $userId
    union all
    select coalesce(k.title, ''), null, null, null, null, w.extra_minutes, w.extra_attempts, w.reason, w.updated_at
      from lms_attempt_allowances w left join lms_courses k on k.id = w.course_id where w.user_id = $userId
    order by "updatedAt"`,
)
