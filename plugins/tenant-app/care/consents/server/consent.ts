import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { askedOf, consentKind } from '../contract.ts'
import { answer } from '../student-contract.ts'

const consent = z.object({
  id: z.uuid(),
  kind: consentKind,
  asked: z.enum(askedOf),
  grades: z.array(z.string()),
  expiresAfterMonths: z.number().int().nullable(),
  expiresOn: z.string().nullable(),
  /** Version of the present text. */
  version: z.number().int(),
  /** Oldest version whose answers count. */
  countsFrom: z.number().int(),
  remindedAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  withdrawnBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Consent that families are asked for. Its texts are in its versions. */
export class ConsentModel extends tableModel('consents', consent) {}

const consentVersion = z.object({
  id: z.uuid(),
  consentId: z.uuid(),
  number: z.number().int(),
  title: z.string(),
  body: z.string(),
  publishedBy: z.string(),
  publishedAt: z.string(),
})

export class ConsentVersionModel extends tableModel('consent_versions', consentVersion) {}

const consentStudent = z.object({ id: z.uuid(), consentId: z.uuid(), studentId: z.uuid() })

/** A student chosen for a consent. */
export class ConsentStudentModel extends tableModel('consent_students', consentStudent) {}

const consentAnswer = z.object({
  id: z.uuid(),
  consentId: z.uuid(),
  version: z.number().int(),
  studentId: z.uuid(),
  guardianId: z.uuid().nullable(),
  guardianName: z.string(),
  answer,
  method: z.enum(['portal', 'paper']),
  recordedBy: z.string().nullable(),
  expiresOn: z.string().nullable(),
  answeredAt: z.string(),
})

/** Answer of a guardian. Rows are only added. */
export class ConsentAnswerModel extends tableModel('consent_answers', consentAnswer) {}
