import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

interface DemoNote {
  course: string
  lesson: string
  text: string
  /** Second of the video or audio. */
  second?: number
}

const notes: readonly DemoNote[] = [
  {
    course: 'Safeguarding: Keeping Every Child Safe',
    lesson: 'When a child tells you',
    text: 'Say: “I am glad that you told me.” Promise nothing.',
  },
  {
    course: 'Safeguarding: Keeping Every Child Safe',
    lesson: 'When a child tells you',
    text: 'Who is our safeguarding lead on Saturdays?\nAsk before the next session.',
  },
  {
    course: 'Safeguarding: Keeping Every Child Safe',
    lesson: 'Signs worth noticing',
    text: 'A change is the sign, not a single bad day.',
  },
  {
    course: 'First Aid for Youth Programs',
    lesson: 'The beat of compressions',
    text: 'As fast as this, longer than I thought.',
    second: 9,
  },
]

/** Gives notes to every second learner, deterministically. */
const EVERY_NTH = 2

const insertNotes = statement(
  `insert into lms_lesson_notes (tenant_id, user_id, enrollment_id, lesson_id, text, second, created_at, updated_at)
    select e.tenant_id, e.user_id, e.id, l.id, n.text, n.second, e.enrolled_at + interval '1 hour',
        e.enrolled_at + interval '1 hour'
      from jsonb_to_recordset($notes::jsonb) n (course text, lesson text, text text, second int)
        join lms_course_versions v on v.title = n.course and v.number = 1
        cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, title text)
        join (
          select *, row_number() over (partition by course_id order by enrolled_at, id) as place from lms_enrollments
            where completed_at is not null
        ) e on e.course_id_owner = v.owner and e.course_id = v.course_id and e.version = v.number
      where l.title = n.lesson and e.place % $every::int = 1`,
)

/** Seeds notes of learners beside lessons that they have completed. */
export const seedNotes = (scope: PlatformScope) =>
  scope.rows(insertNotes, { notes: JSON.stringify(notes), every: EVERY_NTH })
