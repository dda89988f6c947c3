import { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link, type MailLine } from '#core/server/mail/body.ts'
import type { NewMessage } from '#core/server/mail/mail.ts'
import { countText, longDate } from '#core/server/texts.ts'
import type { InstructorTrainingProgress, TrainingCourse } from '../contract.ts'

const selectOrganization = statement(
  z.object({ name: z.string(), subdomain: z.string() }),
  'select name, subdomain from tenants where id = $tenantId',
)

/** Sender of an organization's emails about training. */
interface Sender {
  env: Env
  name: string
  subdomain: string
}

export async function getSender(scope: TenantScope): Promise<Sender> {
  const [found] = await scope.rows(selectOrganization, { tenantId: scope.tenantId })
  if (!found) throw new Error('An organization whose transaction this is has a row')
  return { env: scope.core.env, ...found }
}

interface Reader {
  name: string
  email: string
  courses: readonly TrainingCourse[]
}

const formatDay = (day: string) => longDate(`${day}T00:00:00Z`)

function describeCourse({
  courseTitle,
  requiredUntil,
  isOverdue,
  isExpiring,
  expiresOn,
  progress,
}: TrainingCourse): MailLine {
  if (isExpiring && expiresOn) return line`  ${courseTitle}: your certificate is valid until ${formatDay(expiresOn)}`
  const when = requiredUntil
    ? isOverdue
      ? `was due on ${formatDay(requiredUntil)}`
      : `due on ${formatDay(requiredUntil)}`
    : 'required'
  return line`  ${courseTitle}: ${when}${progress > 0 ? `, ${progress}% complete` : ''}`
}

/** Composes the email that reminds an instructor of courses to complete. */
export const composeReminder =
  ({ env, name: sender, subdomain }: Sender) =>
  ({ name, email, courses }: Reader): NewMessage => ({
    to: email,
    subject: `Your training at ${sender}: ${countText(courses.length, 'course')} to complete`.slice(0, 200),
    body: [
      line`Hello ${name},`,
      line`${sender} asks you to complete:`,
      courses.map(describeCourse),
      line`Continue here:`,
      link(env, subdomain, '/training'),
    ],
  })

/** Maximum people that a digest names; the linked list has all of them. */
const MAX_NAMED = 20

/** Composes the email to an admin about overdue instructors and expiring certificates. */
export const composeDigest =
  ({ env, name: sender, subdomain }: Sender, behind: readonly InstructorTrainingProgress[]) =>
  ({ name, email }: Pick<Reader, 'name' | 'email'>): NewMessage => ({
    to: email,
    subject: `Training at ${sender}: ${countText(behind.length, 'instructor')} to look after`.slice(0, 200),
    body: [
      line`Hello ${name},`,
      line`These instructors have overdue required courses, or certificates that expire soon:`,
      [
        ...behind.slice(0, MAX_NAMED).map(({ instructorName, overdueCourses, expiringCourses }) => {
          const parts = [
            ...(overdueCourses > 0 ? [`${overdueCourses} overdue`] : []),
            ...(expiringCourses > 0 ? [`${expiringCourses} expiring`] : []),
          ]
          return line`  ${instructorName}: ${parts.join(', ')}`
        }),
        ...(behind.length > MAX_NAMED ? [line`  and ${behind.length - MAX_NAMED} more`] : []),
      ],
      line`All instructors and their open training:`,
      link(env, subdomain, '/training/progress'),
      line`You get this email on Mondays when something has changed. Change its settings on the same page.`,
    ],
  })
