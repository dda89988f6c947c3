import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const guardianLink = z.object({
  id: z.uuid(),
  /** The user who is the guardian. */
  parentId: z.uuid(),
  studentId: z.uuid(),
  relationship: z.string(),
  /** From 1; each number once for a student. The first is the primary guardian. */
  contactOrder: z.number().int(),
  maySee: z.boolean(),
  mayBeTold: z.boolean(),
  mayCollect: z.boolean(),
  livesWithChild: z.boolean(),
  /** While it is so, none of the rights holds. */
  isRestricted: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** That somebody is a guardian of a student, and what that lets them do. */
export class GuardianLinkModel extends tableModel('parent_students', guardianLink) {}
