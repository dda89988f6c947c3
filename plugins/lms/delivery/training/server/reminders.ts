import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { trainingCourse } from '../contract.ts'
import { activeInstructors, courseColumns, toParameters, enrolledCourses, byUrgency } from './held-courses.ts'
import { composeReminder, getSender } from './emails.ts'
import { getInstructorTraining } from './progress.ts'

// The second of two concurrent calls waits for the first, and finds the reminder recorded.
const upsertReminders = statement(
  z.object({ userId: z.uuid() }),
  `insert into lms_training_reminders (user_id, reminded_at) select id, $now from unnest($users::uuid[]) id
    on conflict (tenant_id, user_id) do update set reminded_at = excluded.reminded_at
      where lms_training_reminders.reminded_at <= $now::timestamptz - make_interval(hours => $hours)
    returning user_id as "userId"`,
)

/** Minimum hours between two manual reminders, so that they need not be at the same minute each day. */
const MANUAL_INTERVAL_HOURS = 20
/** Hours before a morning within which a manual reminder replaces that morning's. */
const DAILY_INTERVAL_HOURS = 12

/** Records reminders now. @returns users who had no reminder within these hours */
async function recordReminders(
  scope: TenantScope,
  users: readonly string[],
  hours: number,
): Promise<ReadonlySet<string>> {
  const rows = await scope.rows(upsertReminders, { users, hours, now: scope.core.clock.now().toISOString() })
  return new Set(rows.map(({ userId }) => userId))
}

/**
 * Emails an instructor their open courses, on request of an admin.
 * @throws not-found, 409 if no course is open, and if they were reminded within the day
 */
export async function remindInstructor(scope: TenantScope, instructorId: string): Promise<{ remindedAt: string }> {
  const { instructorName, instructorEmail, courses } = await getInstructorTraining(scope, instructorId)
  const open = courses.filter((course) => course.isExpiring || (course.isRequired && course.status !== 'completed'))
  if (open.length === 0) {
    throw new AppError('training.nothing-open', 409, `${instructorName} has completed all that is required.`)
  }
  if ((await recordReminders(scope, [instructorId], MANUAL_INTERVAL_HOURS)).size === 0) {
    throw new AppError('training.reminded', 409, `${instructorName} was reminded within the last day already.`)
  }
  const reader = { name: instructorName, email: instructorEmail, courses: open }
  await sendMails(scope, [composeReminder(await getSender(scope))(reader)])
  await record(scope, {
    action: 'training.reminded',
    category: 'system',
    description: `Reminded ${referTo('user', instructorId)} of training`,
    resource: 'user',
    resourceId: instructorId,
    metadata: { courses: open.length },
  })
  return { remindedAt: scope.core.clock.now().toISOString() }
}

// Fourteen and three days before, on the due date, the day after, and each week from then on.
const isDay = `(h.required_until - day.today in (14, 3, 0) or (day.today - h.required_until) % 7 = 1 and h.is_overdue)`

const selectDueCourses = statement(
  trainingCourse.extend({ userId: z.uuid(), name: z.string(), email: z.string() }),
  `with ${enrolledCourses(`${activeInstructors} and u.email is not null`)}
    select u.id as "userId", u.first_name || ' ' || u.last_name as name, u.email, ${courseColumns}
      from held h join people u on u.id = h.user_id
      where (h.is_required and h.completed_at is null or h.is_expiring)
        and h.user_id in (select h.user_id from held h cross join day
          where h.is_required and h.completed_at is null and ${isDay})
      order by u.id, ${byUrgency}`,
)

/** Emails instructors with a reminder due today, once each, however often and on however many nodes it runs. */
export async function remindBeforeDueDates(scope: TenantScope): Promise<number> {
  const rows = await scope.rows(selectDueCourses, toParameters(scope))
  const people = Map.groupBy(rows, ({ userId }) => userId)
  const reminded = await recordReminders(scope, [...people.keys()], DAILY_INTERVAL_HOURS)
  const write = composeReminder(await getSender(scope))
  const messages = [...people]
    .filter(([id]) => reminded.has(id))
    .map(([, courses]) => write({ name: courses[0]?.name ?? '', email: courses[0]?.email ?? '', courses }))
  await sendMails(scope, messages)
  return messages.length
}
