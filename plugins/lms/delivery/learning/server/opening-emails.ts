import { z } from 'zod'
import type { Job, PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails, type NewMessage } from '#core/server/mail/mail.ts'
import { countText } from '#core/server/texts.ts'
import { getPublishedVersion, type PublishedCourse } from '../../../authoring/versions/server/published.ts'
import { listOpenings, type Days } from './opened.ts'

/** Hours of an organization's day within which it sends emails. */
const [FROM, UNTIL] = [8, 20]
/** Maximum days without a run that are made up. */
const MAX_CATCH_UP_DAYS = 7
/** Maximum learners whose progress is in memory at once. */
const BATCH_SIZE = 500
/** Maximum openings that an email names; the linked outlines have all of them. */
const MAX_NAMED = 20

const localNow = '($now::timestamptz at time zone t.time_zone)'

/** True if a part of version `v` opens by date. */
const opensByCalendar = `jsonb_path_exists(v.outline,
  '$.*[*].opening ? (@.opensOn != null || @.opensAfterDays != null)')`

// Learners who have completed a course wait for no lesson in it.
const openEnrollments = `lms_enrollments e
    join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
    join lms_courses c on c.owner = e.course_id_owner and c.id = e.course_id
    left join lms_course_rules r on r.tenant_id = e.tenant_id and r.course_id = c.id
  where e.completed_at is null and c.status = 'published' and c.deleted_at is null and not coalesce(r.is_hidden, false)`

const selectDueOrganizations = statement(
  z.object({ id: z.uuid() }),
  `with timed as materialized (select v.owner, v.course_id, v.number from lms_course_versions v where ${opensByCalendar})
    select t.id from tenants t
      where t.status in ('active', 'trial') and extract(hour from ${localNow}) between ${FROM} and ${UNTIL - 1}
        and not exists (select from lms_opening_mails m where m.tenant_id = t.id and m.mailed_on >= ${localNow}::date)
        and exists (select from timed v join lms_enrollments e on e.course_id_owner = v.owner
          and e.course_id = v.course_id and e.version = v.number and e.tenant_id = t.id and e.completed_at is null)
      order by t.id`,
)

// The second of two nodes that send emails at once finds the day claimed.
const claimDay = statement(
  z.object({ after: z.string(), until: z.string(), timeZone: z.string(), name: z.string(), subdomain: z.string() }),
  `with day as (
      select t.time_zone, t.name, t.subdomain, ${localNow}::date as today, m.mailed_on as last
        from tenants t left join lms_opening_mails m on m.tenant_id = t.id
        where t.id = $tenantId and t.status in ('active', 'trial')
    ), mailed as (
      insert into lms_opening_mails (mailed_on) select today from day
        on conflict (tenant_id) do update set mailed_on = excluded.mailed_on
          where lms_opening_mails.mailed_on < excluded.mailed_on
        returning mailed_on)
    select greatest(coalesce(last, today - 1), today - ${MAX_CATCH_UP_DAYS})::text as after, today::text as until,
        time_zone as "timeZone", name, subdomain
      from day where exists (select from mailed)`,
)

const selectTimedVersions = statement(
  z.object({ courseId: z.uuid(), version: z.number().int() }),
  `select distinct e.course_id as "courseId", e.version from ${openEnrollments}
    and e.tenant_id = $tenantId and ${opensByCalendar}`,
)

const waitingRow = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  courseId: z.uuid(),
  version: z.number().int(),
  enrolledAt: z.string(),
  begun: z.array(z.uuid()),
  done: z.array(z.uuid()),
})
type Waiting = z.infer<typeof waitingRow>

const selectWaitingLearners = statement(
  waitingRow,
  `with timed as (
      select e.id, e.user_id, e.cycle, e.course_id, e.version, e.enrolled_at
        from ${openEnrollments} and e.tenant_id = $tenantId
          and (e.course_id, e.version) in (select * from unnest($courses::uuid[], $versions::int[]))
    ), people as (
      select u.id, u.first_name, u.email from users u
        where u.tenant_id = $tenantId and u.is_active and u.email is not null
          and ($afterId::uuid is null or u.id > $afterId) and u.id in (select user_id from timed)
          and not exists (select from lms_mail_choices m
            where m.tenant_id = u.tenant_id and m.user_id = u.id and not m.sends_openings)
        order by u.id limit $most)
    select u.id as "userId", u.first_name as name, u.email, e.course_id as "courseId", e.version,
        e.enrolled_at as "enrolledAt", coalesce(p.begun, '{}') as begun, coalesce(p.done, '{}') as done
      from people u join timed e on e.user_id = u.id
        left join lateral (
          select array_agg(lesson_id) as begun,
              coalesce(array_agg(lesson_id) filter (where completed_at is not null), '{}') as done
            from lms_lesson_progress where tenant_id = $tenantId and enrollment_id = e.id and cycle = e.cycle) p on true
      order by u.id, e.id`,
)

interface Opened {
  courseId: string
  title: string
  parts: string[]
}

/** Composes the email to one learner. */
type Write = (reader: { name: string; email: string }, courses: readonly Opened[]) => NewMessage

/**
 * Emails learners the openings since the last day with emails, one email each; sends none if today was done already. Lessons
 * that opened by date but are locked otherwise are left out.
 */
export async function emailOpenings(scope: TenantScope, most = BATCH_SIZE): Promise<void> {
  const { tenantId } = scope
  const now = scope.core.clock.now()
  const [day] = await scope.rows(claimDay, { tenantId, now: now.toISOString() })
  if (!day) return
  const versions = await scope.rows(selectTimedVersions, { tenantId })
  const outlines = new Map<string, PublishedCourse>()
  for (const { courseId, version } of versions) {
    outlines.set(`${courseId} ${version}`, await getPublishedVersion(scope, courseId, version))
  }
  const asked = {
    tenantId,
    most,
    courses: versions.map(({ courseId }) => courseId),
    versions: versions.map(({ version }) => version),
  }
  const write = composeOpeningEmail(scope, day)
  let afterId: string | null = null
  do {
    const rows: Waiting[] = await scope.rows(selectWaitingLearners, { ...asked, afterId })
    const people = [...Map.groupBy(rows, ({ userId }) => userId)]
    await sendMails(
      scope,
      people.flatMap(([, courses]) => {
        const opened = courses.flatMap((row) => listOpened(row, outlines, { ...day, now }))
        return courses[0] && opened.length > 0 ? [write(courses[0], opened)] : []
      }),
    )
    afterId = people.length === most ? (people.at(-1)?.[0] ?? null) : null
  } while (afterId !== null)
}

function listOpened(
  { courseId, version, enrolledAt, begun, done }: Waiting,
  outlines: ReadonlyMap<string, PublishedCourse>,
  { timeZone, now, ...days }: Days & { timeZone: string; now: Date },
): Opened[] {
  const course = outlines.get(`${courseId} ${version}`)
  if (!course) return []
  const reader = { enrolledAt, timeZone, now, begun: new Set(begun), done: new Set(done) }
  const parts = listOpenings(course, reader, days)
  return parts.length > 0 ? [{ courseId, title: course.title, parts }] : []
}

function composeOpeningEmail(
  scope: TenantScope,
  { name: sender, subdomain }: { name: string; subdomain: string },
): Write {
  const { env } = scope.core
  return ({ name, email }, courses) => {
    const count = courses.reduce((sum, { parts }) => sum + parts.length, 0)
    const [only] = courses
    const where = courses.length === 1 && only ? `“${only.title}”` : countText(courses.length, 'course')
    let left = MAX_NAMED
    return {
      to: email,
      subject: `New lessons in ${where}`.slice(0, 200),
      body: [
        line`Hello ${name},`,
        line`Lessons that you were waiting for at ${sender} have opened:`,
        ...courses.flatMap(({ courseId, title, parts }) => {
          const named = parts.slice(0, left)
          left -= named.length
          return named.length === 0
            ? []
            : [[line`${title}`, ...named.map((part) => line`  ${part}`)], link(env, subdomain, `/courses/${courseId}`)]
        }),
        ...(count > MAX_NAMED ? [line`And ${count - MAX_NAMED} more in the outlines of your courses.`] : []),
        line`You get at most one email a day. Change your email preferences:`,
        link(env, subdomain, '/profile'),
      ],
    }
  }
}

const emailJob = defineJob({
  name: 'lms.mail-openings',
  scope: 'tenant',
  payload: z.object({}),
  run: (scope) => emailOpenings(scope),
})

const checkOpenings = defineJob({
  name: 'lms.look-for-openings',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '7,22,37,52 * * * *', tz: 'UTC' },
  run: async (scope: PlatformScope) => {
    for (const { id } of await scope.rows(selectDueOrganizations, { now: scope.core.clock.now() })) {
      await scope.core.jobs.send(scope, emailJob, {}, { tenantId: id })
    }
  },
})

/** Jobs that notify learners in the morning of the day on which something opens. */
export const openingJobs: Job[] = [checkOpenings, emailJob]
