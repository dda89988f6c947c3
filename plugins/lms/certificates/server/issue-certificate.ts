import { z } from 'zod'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { isIncluded } from '#core/server/entitlements.ts'
import { difficultyLevels } from '../../authoring/courses/contract.ts'
import { CertificateModel } from './certificate.ts'
import { certificateIssued } from './events.ts'
import { createNumber } from './number.ts'
import { getTemplate, savePictures, loadLook } from './template.ts'

/** Completion of a course, from its event. */
export interface Completion {
  tenantId: string
  userId: string
  courseId: string
  version: number
  cycle: number
  completedAt: string
  isChecked: boolean
}

/** Names of user `u`, as they are now. */
const recipientNames = `btrim(u.first_name || ' ' || u.last_name) as recipient,
  btrim(u.first_name || ' ' || left(u.last_name, 1) || case when u.last_name = '' then '' else '.' end) as "shortRecipient"`

const selectFacts = statement(
  z.object({
    recipient: z.string(),
    shortRecipient: z.string(),
    isOfStudent: z.boolean(),
    course: z.string(),
    difficulty: z.enum(difficultyLevels),
    minutes: z.number().int(),
    language: z.string(),
    issuer: z.string(),
    timeZone: z.string(),
    expiresAt: z.string().nullable(),
    isGiven: z.boolean(),
  }),
  `select ${recipientNames}, u.role = 'student' as "isOfStudent", v.title as course,
      v.difficulty, v.minutes, v.language, t.name as issuer, t.time_zone as "timeZone",
      -- The same day some months later in the organization's time zone; the last one of a month without it.
      (($completedAt::timestamptz at time zone t.time_zone
        + make_interval(months => (v.outline->>'certificateMonths')::int)) at time zone t.time_zone) as "expiresAt",
      coalesce((v.outline->>'givesCertificate')::boolean, true) as "isGiven"
    from lms_courses c
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = $version
      join users u on u.tenant_id = $tenantId and u.id = $userId
      join tenants t on t.id = u.tenant_id
    where c.id = $courseId`,
)

const insertCertificate = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_certificates (tenant_id, user_id, course_id, cycle, number, recipient, short_recipient, is_of_student, course, difficulty, minutes,
      language, issuer, template, completed_at, issued_at, expires_at)
    values ($tenantId, $userId, $courseId, $cycle, $number, $recipient, $shortRecipient, $isOfStudent, $course, $difficulty, $minutes, $language,
      $issuer, $template, $completedAt, $completedAt, $expiresAt)
    on conflict (tenant_id, user_id, course_id, cycle, edition) do nothing returning id`,
)

/**
 * Issues the certificate of a completion, once however often it is called: none if the course gives none, if the completion
 * relies on the learner's own word alone, or if the plan does not include certificates.
 */
export async function issueCertificate(scope: Scope, completion: Completion): Promise<void> {
  const { tenantId, userId, courseId, version, cycle, completedAt, isChecked } = completion
  if (!isChecked || !(await isIncluded(scope, tenantId, 'certificates'))) return
  const [found] = await scope.rows(selectFacts, { tenantId, userId, courseId, version, completedAt })
  if (!found?.isGiven) return
  const { isGiven: _, timeZone, ...said } = found
  const { prefix, updatedAt: _updatedAt, ...kept } = await getTemplate(scope, tenantId)
  const look = await loadLook(scope, tenantId, kept)
  await savePictures(scope, tenantId, look)
  const [issued] = await scope.rows(insertCertificate, {
    ...said,
    tenantId,
    userId,
    courseId,
    cycle,
    completedAt,
    number: createNumber({ prefix, timeZone }, completedAt),
    template: JSON.stringify(look),
  })
  if (issued) await emit(scope, certificateIssued, { certificateId: issued.id }, tenantId)
}

const selectRecipient = statement(
  z.object({
    recipient: z.string(),
    shortRecipient: z.string(),
    issuer: z.string(),
    timeZone: z.string(),
    editions: z.number().int(),
  }),
  `select ${recipientNames}, t.name as issuer, t.time_zone as "timeZone",
      (select max(k.edition) from lms_certificates k where k.tenant_id = u.tenant_id and k.user_id = u.id
        and k.course_id = $courseId and k.cycle = $cycle) as editions
    from users u join tenants t on t.id = u.tenant_id where u.tenant_id = $tenantId and u.id = $userId`,
)

/**
 * Inserts the next edition of a certificate, with the current names and template and the facts of the one before.
 * @returns its id and number; undefined if its learner no longer exists
 */
export async function issueAgain(
  scope: TenantScope,
  before: CertificateModel,
): Promise<{ id: string; number: string } | undefined> {
  const { userId, courseId, cycle, isOfStudent, course, difficulty, minutes, language, completedAt, expiresAt } = before
  if (userId === null) return undefined
  const [now] = await scope.rows(selectRecipient, { tenantId: scope.tenantId, userId, courseId, cycle })
  if (!now) return undefined
  const { prefix, updatedAt: _updatedAt, ...kept } = await getTemplate(scope, scope.tenantId)
  const template = await loadLook(scope, scope.tenantId, kept)
  await savePictures(scope, scope.tenantId, template)
  const at = scope.core.clock.now().toISOString()
  const number = createNumber({ prefix, timeZone: now.timeZone }, at)
  const { id } = await CertificateModel.query(scope.trx).insert({
    userId,
    courseId,
    cycle,
    isOfStudent,
    course,
    difficulty,
    minutes,
    language,
    completedAt,
    expiresAt,
    edition: now.editions + 1,
    recipient: now.recipient,
    shortRecipient: now.shortRecipient,
    issuer: now.issuer,
    number,
    template,
    issuedAt: at,
  })
  await emit(scope, certificateIssued, { certificateId: id })
  return { id, number }
}
