import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const callEraseEntries = statement(z.object({ entries: z.number() }), 'select erase_audit_entries(null, $1) as entries')

const callEraseTexts = statement(
  z.object({ entries: z.number() }),
  'select erase_audit_texts_of_organization($id, $most) as entries',
)

/** Blanks all texts of an organization's entries, so many at a time. @returns in how many entries something was erased */
export async function eraseOrganizationInAudit(scope: PlatformScope, id: string, most: number): Promise<number> {
  const [row] = await scope.rows(callEraseTexts, { id, most })
  return row?.entries ?? 0
}

/**
 * Blanks the texts of entries that refer to a person, in every organization: name, address, IP address and user agent where
 * the person acted or failed to sign in; description, metadata and error where it was done to the person. When, what kind of
 * act, on which thing by which id, and whether it succeeded stay. The log stays verifiable, and reports how many entries were
 * erased.
 * @returns in how many entries something was erased
 */
export async function eraseInAudit(scope: PlatformScope, id: string): Promise<number> {
  const [row] = await scope.rows(callEraseEntries, [id])
  const entries = row?.entries ?? 0
  await record(scope, {
    action: 'audit.erased',
    category: 'security',
    severity: 'warning',
    description: 'Erased the texts about a person from the audit log',
    resource: 'user',
    resourceId: id,
    metadata: { entries },
  })
  return entries
}
