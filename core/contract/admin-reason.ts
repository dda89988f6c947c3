import { text } from './fields.ts'

/** Reason for which platform staff give someone power in an organization, for its ledger. Admins of it owe none. */
export const adminReason = text(500)
