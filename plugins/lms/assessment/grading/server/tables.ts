import {
  freeJson,
  gone,
  kept,
  nameOf,
  nothing,
  personDeleted,
  personKept,
  givenPart,
  type PersonalTables,
} from '#core/server/personal-data.ts'
import { resultVisibleSql } from '../../attempts/server/visible-results.ts'

/** Personal data in grading. */
export const gradingTables: PersonalTables = {
  lms_grades: {
    called: 'grades',
    staysSince: 'A grade belongs to its learner.',
    goesWith: `exists (select from lms_work w where w.id = r.work_id and w.user_id = any ($ids::uuid[])
      and not w.team_ids && array(select unnest(w.team_ids) except select unnest($ids::uuid[])))`,
    columns: {
      work_id: nothing,
      by_id: personKept('user'),
      by_name: nameOf('by_id'),
      rubric: kept('It is what the work of a lesson is judged by, as it was.'),
      marks: freeJson,
      items: freeJson,
      comment: gone,
    },
  },
  lms_grading_comments: {
    called: 'comments that graders keep',
    columns: { user_id: personDeleted('user'), text: gone },
  },
  lms_work_views: {
    called: 'who has which work open',
    columns: { work_id: nothing, user_id: personDeleted('user'), name: gone },
  },
}

// Grades of an attempt's answers are included once its review shows them.
export const givenGrades = givenPart(
  'grades',
  'Grades',
  ['lms_grades'],
  `select w.course, w.lesson, g.number, g.did, g.happened_at as "happenedAt", g.by_name as "by", g.score, g.deduction,
      g.is_passed as "isPassed", g.marks, case when told.now then g.items else '[]' end as items,
      case when told.now then g.comment else '' end as comment
    from lms_grades g join lms_work w on w.tenant_id = g.tenant_id and w.id = g.work_id
      left join lms_quiz_attempts a on w.kind = 'attempt' and a.tenant_id = w.tenant_id and a.id = w.subject_id
      cross join lateral (select w.kind <> 'attempt' or ${resultVisibleSql('a')} as now) told
    where (w.user_id = $userId or $userId = any (w.team_ids)) and g.did in ('posted', 'returned', 'excused')
      and w.state in ('posted', 'returned', 'excused')
    order by g.happened_at, g.id`,
)

export const givenGradingComments = givenPart(
  'grading-comments',
  'Comments that you keep for grading',
  ['lms_grading_comments'],
  'select text, created_at as "createdAt" from lms_grading_comments where user_id = $userId order by created_at, id',
)
