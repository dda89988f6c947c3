import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { handInStates } from '../contract.ts'
import { handInFeedback, handInOutcomes } from '../feedback-contract.ts'

const handIn = z.object({
  id: z.uuid(),
  courseId: z.uuid(),
  lessonId: z.uuid(),
  cycle: z.number().int(),
  state: z.enum(handInStates),
  teamCode: z.string().nullable(),
  text: z.string(),
  links: z.array(z.string()),
  fileIds: z.array(z.uuid()),
  number: z.number().int(),
  handedInAt: z.string().nullable(),
  toldAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
})

/** Submission of a learner, or a team, for a lesson. */
export class HandInModel extends tableModel('lms_hand_ins', handIn) {}
export type HandInRow = z.infer<typeof handIn>

const member = z.object({
  id: z.uuid(),
  handInId: z.uuid(),
  enrollmentId: z.uuid(),
  userId: z.uuid(),
  lessonId: z.uuid(),
  cycle: z.number().int(),
  joinedAt: z.string(),
  seenAt: z.string().nullable(),
})

/** Owner of a submission: one learner, or each member of a team. */
export class HandInMemberModel extends tableModel('lms_hand_in_members', member) {}

const version = z.object({
  id: z.uuid(),
  handInId: z.uuid(),
  number: z.number().int(),
  userId: z.uuid().nullable(),
  text: z.string(),
  links: z.array(z.string()),
  fileIds: z.array(z.uuid()),
  courseVersion: z.number().int(),
  handedInAt: z.string(),
  dueAt: z.string().nullable(),
  lateSeconds: z.number().int(),
  outcome: z.enum(handInOutcomes).nullable(),
  feedback: handInFeedback.nullable(),
})

/** Submitted version, which is immutable. */
export class HandInVersionModel extends tableModel('lms_hand_in_versions', version) {}

const file = z.object({
  id: z.uuid(),
  handInId: z.uuid(),
  userId: z.uuid().nullable(),
  name: z.string(),
  createdAt: z.string(),
})

/** File that a learner has added to a draft or to versions of a submission. */
export class HandInFileModel extends tableModel('lms_hand_in_files', file) {}
