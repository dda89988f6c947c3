import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const collector = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  name: z.string(),
  relationship: z.string(),
  phone: z.string(),
  photoId: z.uuid().nullable(),
  validUntil: z.string().nullable(),
  addedBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** A person without an account who may pick up a student. */
export class CollectorModel extends tableModel('collectors', collector) {}
