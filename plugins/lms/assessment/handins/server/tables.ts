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

const staysSince = 'A team’s submission belongs to the other members too.'

// Finds the longest-standing other member of each team of `$person`.
const heirs = `select distinct on (o.hand_in_id) o.hand_in_id, o.user_id, o.enrollment_id, o.cycle
  from lms_hand_in_members m
    join lms_hand_in_members o on o.tenant_id = m.tenant_id and o.hand_in_id = m.hand_in_id and o.user_id <> m.user_id
  where m.tenant_id = $organization and m.user_id = $person
  order by o.hand_in_id, o.joined_at, o.id`

/**
 * Statements before an erasure: the person's work for a team, its grades and its files pass to the other members. Where rows
 * are deleted otherwise, the trigger of migration 0043 passes the work on; an erasure deletes it before that would run.
 */
export const passedOnToTeams: readonly string[] = [
  `update lms_work w set user_id = h.user_id, enrollment_id = h.enrollment_id, cycle = h.cycle,
      team_ids = array_remove(w.team_ids, h.user_id)
    from (${heirs}) h
    where w.tenant_id = $organization and w.kind = 'hand-in' and w.subject_id = h.hand_in_id and w.user_id = $person`,
  `update lms_work set team_ids = array_remove(team_ids, $person)
    where tenant_id = $organization and $person = any (team_ids)`,
  `update lms_hand_in_files f set user_id = h.user_id from (${heirs}) h
    where f.tenant_id = $organization and f.hand_in_id = h.hand_in_id and f.user_id = $person`,
]

/** Builds a SQL condition: the submission has no other members. @param handIn SQL of its id */
const isOfNoOther = (handIn: string) =>
  `not exists (select from lms_hand_in_members m where m.hand_in_id = ${handIn} and m.user_id <> all ($ids::uuid[]))`

export const handInTables: PersonalTables = {
  lms_hand_ins: {
    called: 'hand-ins',
    goesWith: isOfNoOther('r.id'),
    columns: {
      course_id: nothing,
      lesson_id: nothing,
      team_code: nothing,
      text: freeText,
      links: freeJson,
      file_ids: nothing,
    },
  },
  lms_hand_in_members: {
    called: 'people who hand something in',
    columns: { hand_in_id: nothing, enrollment_id: nothing, user_id: personDeleted('user'), lesson_id: nothing },
  },
  lms_hand_in_versions: {
    called: 'submitted versions',
    staysSince,
    goesWith: isOfNoOther('r.hand_in_id'),
    columns: {
      hand_in_id: nothing,
      user_id: personKept('user'),
      text: freeText,
      links: freeJson,
      file_ids: nothing,
      feedback: freeJson,
    },
  },
  lms_hand_in_files: {
    called: 'submitted files',
    goesWith: isOfNoOther('r.hand_in_id'),
    columns: { id: fileOfRow, hand_in_id: nothing, user_id: personDeleted('user'), name: freeText },
  },
}

export const givenHandIns = givenPart(
  'hand-ins',
  'Submission',
  ['lms_hand_ins', 'lms_hand_in_members', 'lms_hand_in_versions', 'lms_hand_in_files'],
  `select v.title as course, l ->> 'title' as lesson, w.number, w.text, w.links, w.handed_in_at as "handedInAt",
      w.late_seconds as "secondsLate", w.outcome, w.feedback ->> 'comment' as comment, w.feedback -> 'score' as score,
      (select coalesce(json_agg(f.name order by f.created_at, f.id), '[]') from lms_hand_in_files f
        where f.tenant_id = w.tenant_id and f.hand_in_id = w.hand_in_id and w.file_ids @> to_jsonb(f.id::text)) as files
    from lms_hand_in_members m
      join (
        select tenant_id, hand_in_id, number, text, links, file_ids, handed_in_at, late_seconds, outcome, feedback
          from lms_hand_in_versions
        union all
        -- Drafts.
        select tenant_id, id, null, text, links, file_ids, null, null, null, null from lms_hand_ins
          where number = 0 and updated_at is not null
      ) w on w.tenant_id = m.tenant_id and w.hand_in_id = m.hand_in_id
      join lms_enrollments e on e.tenant_id = m.tenant_id and e.id = m.enrollment_id
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
      left join lateral jsonb_array_elements(v.outline -> 'lessons') l on l ->> 'id' = m.lesson_id::text
    where m.user_id = $userId order by w.handed_in_at nulls last, w.number`,
)
