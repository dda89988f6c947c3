import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { tenantFor } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { UnprintableCertificate } from '../contract.ts'
import type { CertificateLook } from '../template-contract.ts'

const selectPrintedNames = statement(
  z.object({ id: z.uuid(), names: z.string(), presentNames: z.string() }),
  `select k.id, concat_ws(' ', k.recipient, k.course, k.issuer) as names,
      concat_ws(' ', u.first_name, u.last_name, k.course, t.name) as "presentNames"
    from lms_certificates k join tenants t on t.id = k.tenant_id
      left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
    where k.tenant_id = $tenantId and k.id = any ($ids::uuid[]) order by k.id`,
)

/**
 * Lists those of the given certificates whose names have characters that cannot be printed. No transaction is open meanwhile:
 * the thread that knows the fonts may be busy drawing.
 */
export async function listUnprintable(
  { core, http }: Unscoped,
  { ids }: { ids: string[] },
): Promise<UnprintableCertificate[]> {
  const tenantId = tenantFor(http)
  const found = await core.db.tenant(tenantId, http.actor, (scope) => scope.rows(selectPrintedNames, { tenantId, ids }))
  const letters = await core.pdfs.findUnprintable(found.flatMap(({ names, presentNames }) => [names, presentNames]))
  return found
    .map(({ id }, index) => ({ id, letters: letters[2 * index] ?? '', presentLetters: letters[2 * index + 1] ?? '' }))
    .filter((one) => one.letters + one.presentLetters !== '')
}

/** Finds the characters of a template's texts that cannot be printed. */
export async function findUnprintableTexts(
  { core }: Unscoped,
  { heading, statement: said, signatory, signatoryTitle, foot }: CertificateLook,
): Promise<{ letters: string }> {
  const [letters = ''] = await core.pdfs.findUnprintable([`${heading} ${said} ${signatory} ${signatoryTitle} ${foot}`])
  return { letters }
}
