import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { learntRow, newHandInRows } from './hand-in-rows.ts'
import { insertPortions } from './learning.ts'
import type { storeMedia } from './media.ts'

const selectFinishedLessons = statement(
  learntRow,
  `select p.id, p.tenant_id as "tenantId", p.enrollment_id as "enrollmentId", p.user_id as "userId",
      p.course_id as "courseId", p.lesson_id as "lessonId", v.title as course, l.title as lesson, l."contentType",
      k.details, p.opened_at as "openedAt", p.handed_in_at as "handedInAt", a.id as "graderId", a.name as grader
    from lms_lesson_progress p
      join lms_enrollments e on e.tenant_id = p.tenant_id and e.id = p.enrollment_id
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
      cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, title text, "contentType" text, edition text)
      join lms_lesson_contents k on k.owner = v.owner and k.course_id = v.course_id and k.lesson_id = l.id
        and k.edition = l.edition
      left join lateral (select u.id, btrim(u.first_name || ' ' || u.last_name) as name from users u
        where u.tenant_id = p.tenant_id and u.role = 'tenant_admin' and u.is_active order by u.created_at, u.id limit 1) a
        on true
    where l.id = p.lesson_id and l."contentType" in ('assignment', 'project')
    order by p.tenant_id, p.lesson_id, p.opened_at, p.id`,
)

const updateScores = statement(
  `update lms_lesson_progress p set score = r.score, handed_in_at = r."handedInAt", is_awaiting_grade = r."isWaiting"
    from jsonb_to_recordset($rows::jsonb) r (id uuid, score float8, "handedInAt" timestamptz, "isWaiting" boolean)
    where p.id = r.id`,
)

// Every second learner in the middle of a course has begun the submission at its end.
const insertDrafts = statement(
  `with begun as (
      insert into lms_lesson_progress (tenant_id, enrollment_id, user_id, course_id, lesson_id, cycle, opened_at, last_beat_at,
          credited_until)
        select e.tenant_id, e.id, e.user_id, e.course_id, l.id, 1, t.at, t.at, t.at
          from (
            select *, row_number() over (partition by tenant_id, course_id order by enrolled_at, id) as place
              from lms_enrollments where completed_at is null
          ) e
            join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
            cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, "contentType" text)
            cross join lateral (select least($now::timestamptz - interval '1 hour',
              coalesce(e.last_activity_at, e.enrolled_at) + interval '1 hour') as at) t
          where l."contentType" in ('assignment', 'project') and e.place % 2 = 1 and t.at > e.enrolled_at
        on conflict do nothing returning tenant_id, enrollment_id, user_id, course_id, lesson_id, opened_at
    ), active as (
      update lms_enrollments e set last_activity_at = b.opened_at from begun b where e.id = b.enrollment_id
    )
    insert into lms_learning_log (tenant_id, enrollment_id, user_id, course_id, lesson_id, cycle, version, what, happened_at)
      select tenant_id, enrollment_id, user_id, course_id, lesson_id, 1, 1, 'opened', opened_at from begun`,
)

type Contents = Awaited<ReturnType<typeof storeMedia>>

/**
 * Seeds submissions: graded if the learner's progress says so; some of the others await a grade, some were returned, some are
 * drafts.
 */
export async function seedHandIns(scope: PlatformScope, contents: Contents): Promise<void> {
  const now = scope.core.clock.now().getTime()
  await scope.rows(insertDrafts, { now: new Date(now).toISOString() })
  const rows = groupIntoTeams(
    (await scope.rows(selectFinishedLessons, {})).map((row, place) => newHandInRows(row, place, contents, now)),
  )
  await insertPortions(
    scope,
    'lmsHandIns',
    rows.flatMap(({ handIn }) => handIn),
  )
  await insertPortions(
    scope,
    'lmsHandInMembers',
    rows.map(({ member }) => member),
  )
  await insertPortions(
    scope,
    'files',
    rows.flatMap(({ stored }) => stored),
  )
  await insertPortions(
    scope,
    'lmsHandInFiles',
    rows.flatMap(({ files }) => files),
  )
  await insertPortions(
    scope,
    'lmsHandInVersions',
    rows.flatMap(({ version }) => version),
  )
  await insertPortions(
    scope,
    'lmsWork',
    rows.flatMap(({ work }) => work),
  )
  await scope.rows(updateScores, { rows: JSON.stringify(rows.flatMap(({ progress }) => progress)) })
}

type Seeded = ReturnType<typeof newHandInRows>

/** Groups two learners of an organization whose projects both await a grade into a team. */
function groupIntoTeams(rows: Seeded[]): Seeded[] {
  let open: Seeded | undefined
  return rows.map((row) => {
    const [handIn] = row.handIn
    const [first] = open?.handIn ?? []
    const isOfTeam = handIn?.state === 'handed-in' && handIn.teamCode !== null
    if (!isOfTeam) return row
    if (first?.lessonId !== handIn.lessonId || first.tenantId !== handIn.tenantId) {
      open = row
      return row
    }
    open?.work[0]?.teamIds.push(row.member.userId)
    const handedInAt = first.handedInAt ?? handIn.createdAt
    open = undefined
    return {
      ...row,
      handIn: [],
      stored: [],
      files: [],
      version: [],
      work: [],
      member: { ...row.member, handInId: first.id },
      progress: row.progress.map((reachedThen) => ({ ...reachedThen, handedInAt })),
    }
  })
}
