import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { difficultyLevels } from '../../authoring/courses/contract.ts'
import { revocationReason } from '../contract.ts'
import { certificateLook } from '../template-contract.ts'

const row = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  courseId: z.uuid(),
  cycle: z.number().int(),
  edition: z.number().int(),
  number: z.string(),
  recipient: z.string(),
  /** First name and initial of the last name. */
  shortRecipient: z.string(),
  isOfStudent: z.boolean(),
  course: z.string(),
  difficulty: z.enum(difficultyLevels),
  minutes: z.number().int(),
  language: z.string(),
  issuer: z.string(),
  template: certificateLook,
  completedAt: z.string(),
  issuedAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  revokedFor: revocationReason.nullable(),
  revocationNote: z.string().nullable(),
  replacedAt: z.string().nullable(),
  replacedBy: z.string().nullable(),
})

/** Certificate as it was issued. Its texts are immutable. */
export class CertificateModel extends tableModel('lms_certificates', row) {}

/** Certificate as it was issued, with its state. */
export const issuedRow = row.omit({ edition: true, revocationNote: true })
export type Issued = z.infer<typeof issuedRow>

/** Columns of `lms_certificates k`. */
export const issuedColumns = `k.id, k.user_id as "userId", k.course_id as "courseId", k.cycle, k.number, k.recipient,
  k.short_recipient as "shortRecipient", k.is_of_student as "isOfStudent", k.course, k.difficulty, k.minutes, k.language, k.issuer, k.template,
  k.completed_at as "completedAt", k.issued_at as "issuedAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
  k.revoked_for as "revokedFor", k.replaced_at as "replacedAt", k.replaced_by as "replacedBy"`

/** State of `k` at `$now`: revocation takes precedence, since an admin has decided it. */
export const stateColumn = `case when k.revoked_at is not null then 'revoked' when k.replaced_at is not null then 'replaced'
  when k.expires_at <= $now::timestamptz then 'expired' else 'valid' end`
