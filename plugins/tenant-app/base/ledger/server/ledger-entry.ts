import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { viewedKinds, viewReasons } from '../contract.ts'

const ledgerEntry = z.object({
  id: z.uuid(),
  /** null where the entry is about a person without a student's record. */
  studentId: z.uuid().nullable(),
  /** A learner whose accommodations were opened, or a user who was made an admin; null where a student's record tells it. */
  personId: z.uuid().nullable(),
  viewerId: z.uuid(),
  viewerName: z.string(),
  viewerRole: z.enum(['superadmin', 'tenant_admin', 'instructor']),
  what: z.enum(viewedKinds),
  /** null where the viewer needed none. */
  reason: z.enum(viewReasons).nullable(),
  words: z.string(),
  /** True if the viewer created the right to look within a day before. */
  isSelfArranged: z.boolean(),
  viewedAt: z.string(),
  /** The sign-in and the day of an alert line that was shown; null with every other kind. */
  deviceId: z.uuid().nullable(),
  viewedOn: z.string().nullable(),
})

/** That somebody looked. Rows are added and read: the database refuses everybody anything else. */
export class LedgerEntryModel extends tableModel('access_ledger', ledgerEntry) {}
