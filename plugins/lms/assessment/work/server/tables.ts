import {
  freeText,
  givenPart,
  nothing,
  peopleKept,
  personDeleted,
  personKept,
  type PersonalTable,
} from '#core/server/personal-data.ts'

export const workTable: PersonalTable = {
  called: 'pieces of work that are graded',
  staysSince: 'A team’s submission belongs to the other members too, and a grade belongs to its learner.',
  columns: {
    subject_id: nothing,
    course_id: nothing,
    lesson_id: nothing,
    enrollment_id: nothing,
    user_id: personDeleted('user'),
    team_ids: peopleKept('user'),
    course: freeText,
    lesson: freeText,
    grader_id: personKept('user'),
  },
}

// Grades that are not posted yet are left out.
export const givenWork = givenPart(
  'graded-work',
  'Work that is graded',
  ['lms_work'],
  `select course, lesson, kind, number, cycle, handed_in_at as "handedInAt", late_seconds as "secondsLate",
      case when state = 'graded' then 'waiting' else state end as state,
      case when state in ('posted', 'returned') then score end as score
    from lms_work where user_id = $userId or $userId = any (team_ids) order by handed_in_at, id`,
)
