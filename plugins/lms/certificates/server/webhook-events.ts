import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineWebhookEvent, type WebhookEvent, type WebhookItem } from '#core/server/webhooks/webhook-events.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { courseCompleted } from '../../delivery/catalog/server/events.ts'
import { certificateIssued } from './events.ts'

const EXAMPLE_COURSE = '0199b2a0-a163-7e85-829f-d70418293a4b'
const EXAMPLE_USER = '0199b2a0-b274-7f96-93a0-e81529304b5c'

const learnerFields = {
  userId: z.uuid().describe('Id of the learner’s account.'),
  learnerName: z
    .string()
    .optional()
    .describe('Name of the learner, only where the webhook includes names of children.'),
  courseId: z.uuid().describe('Id of the course.'),
  courseTitle: z.string().describe('Title of the course.'),
}

const learned = z.object({
  tenantId: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  courseId: z.uuid(),
  courseTitle: z.string(),
})
type Learned = z.infer<typeof learned>

const selectCompletion = statement(
  learned,
  `select u.tenant_id as "tenantId", u.id as "userId", btrim(u.first_name || ' ' || u.last_name) as name,
      c.id as "courseId", v.title as "courseTitle"
    from users u join lms_courses c on c.id = $courseId
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = $version
    where u.id = $userId and u.tenant_id = $tenantId`,
)

const selectCertificate = statement(
  learned.extend({ number: z.string(), issuedAt: z.string(), expiresAt: z.string().nullable() }),
  `select tenant_id as "tenantId", user_id as "userId", recipient as name, course_id as "courseId", course as "courseTitle",
      number, issued_at as "issuedAt", expires_at as "expiresAt"
    from lms_certificates where id = $certificateId and user_id is not null and course_id is not null`,
)

/** Makes webhook items of learners, without students who have a restricted guardian. */
async function itemsOfLearners<Data extends object, Row extends Learned>(
  scope: PlatformScope,
  tenantApp: TenantAppServices | undefined,
  rows: readonly Row[],
  dataOf: (row: Row) => Data,
): Promise<WebhookItem<Data>[]> {
  const userIds = rows.map(({ userId }) => userId)
  const restricted = (await tenantApp?.listRestrictedStudentUsers(scope, userIds)) ?? new Set()
  return rows
    .filter(({ userId }) => !restricted.has(userId))
    .map((row) => ({
      tenantId: row.tenantId,
      subject: `user:${row.userId}`,
      personId: row.userId,
      data: dataOf(row),
      names: { learnerName: row.name },
    }))
}

/** Events of courses that are sent to webhooks. */
export const courseWebhooks = (tenantApp: TenantAppServices | undefined): WebhookEvent[] => [
  defineWebhookEvent({
    type: 'course.completed',
    group: 'Courses',
    summary: 'A learner completed a course.',
    on: courseCompleted,
    data: z.object({
      ...learnerFields,
      completedAt: z.iso.datetime().describe('When it was completed.'),
      isChecked: z.boolean().describe('False where all lessons rely on the learner’s own word.'),
    }),
    example: {
      userId: EXAMPLE_USER,
      courseId: EXAMPLE_COURSE,
      courseTitle: 'Soldering safely',
      completedAt: '2026-09-14T16:05:00.000Z',
      isChecked: true,
    },
    read: async (scope, { tenantId, userId, courseId, version, completedAt, isChecked }) =>
      itemsOfLearners(
        scope,
        tenantApp,
        await scope.rows(selectCompletion, { tenantId, userId, courseId, version }),
        ({ courseTitle }) => ({ userId, courseId, courseTitle, completedAt, isChecked }),
      ),
  }),
  defineWebhookEvent({
    type: 'certificate.issued',
    group: 'Courses',
    summary: 'A certificate was issued, or issued again.',
    on: certificateIssued,
    data: z.object({
      ...learnerFields,
      certificateId: z.uuid().describe('Id of the certificate.'),
      number: z.string().describe('The number, by which anyone can verify it.'),
      issuedAt: z.iso.datetime().describe('When it was issued.'),
      expiresAt: z.iso.datetime().nullable().describe('When it expires; null if it does not.'),
    }),
    example: {
      userId: EXAMPLE_USER,
      courseId: EXAMPLE_COURSE,
      courseTitle: 'Soldering safely',
      certificateId: '0199b2a0-c385-70a7-84b1-f926304c5d6e',
      number: 'T-2026-7F3K9',
      issuedAt: '2026-09-14T16:05:00.000Z',
      expiresAt: null,
    },
    read: async (scope, { certificateId }) =>
      itemsOfLearners(
        scope,
        tenantApp,
        await scope.rows(selectCertificate, { certificateId }),
        ({ userId, courseId, courseTitle, number, issuedAt, expiresAt }) => ({
          userId,
          courseId,
          courseTitle,
          certificateId,
          number,
          issuedAt,
          expiresAt,
        }),
      ),
  }),
]
