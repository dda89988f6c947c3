import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { viewedKinds, viewReasons } from '../contract.ts'

const ledgerEntry = z.object({
  id: z.uuid(),
  /** null where the entry is about a user without a student's record. */
  studentId: z.uuid().nullable(),
  /** Learner whose accommodations were opened, or user who was made an admin; null where `studentId` identifies the learner. */
  personId: z.uuid().nullable(),
  viewerId: z.uuid(),
  viewerName: z.string(),
  viewerRole: z.enum(['superadmin', 'tenant_admin', 'instructor']),
  what: z.enum(viewedKinds),
  /** null where the viewer needed no reason. */
  reason: z.enum(viewReasons).nullable(),
  words: z.string(),
  /** True if the viewer created the right to look within a day before. */
  isSelfArranged: z.boolean(),
  viewedAt: z.string(),
  /** The sign-in and the day of an alert line that was shown; null with every other kind. */
  deviceId: z.uuid().nullable(),
  viewedOn: z.string().nullable(),
})

/** Record of a view. Entries are only added and read: the database refuses updates and deletes. */
export class LedgerEntryModel extends tableModel('access_ledger', ledgerEntry) {}
