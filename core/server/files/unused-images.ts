import { z } from 'zod'
import { record } from '../audit.ts'
import type { Scope } from '../core.ts'
import { statement } from '../database/statement.ts'

const address = /^\/api\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/**
 * Deletes an image that somebody has taken away, and gives its bytes back to the organization's storage. It stays while
 * it is the logo of an organization, or while a table refers to it: what keeps images keeps them by a foreign key. Call
 * it after the change, in its transaction.
 * @param imageUrl as the upload answered it; anything else is left alone
 */
export async function deleteUnusedImage(scope: Scope, imageUrl: string): Promise<void> {
  const [, id] = address.exec(imageUrl) ?? []
  if (!id) return
  const [image] = await scope.savepoint(() => deleteUnlessLogo(scope, id, imageUrl)).catch(keepReferred)
  if (!image) return
  const { filename, size, ...owner } = image
  await record(scope, {
    action: 'image.deleted',
    category: 'account',
    description: `Deleted ${filename}, which nothing shows any more`,
    resource: 'image',
    resourceId: id,
    before: { size },
    ...owner,
  })
}

const deletedImage = z.object({
  filename: z.string(),
  /** Bytes. */
  size: z.number(),
  tenantId: z.string().nullable(),
})
type DeletedImage = z.infer<typeof deletedImage>

const deleteUnlessLogoStatement = statement(
  deletedImage,
  `delete from images i where i.id = $1
        and not exists (select from tenants t where t.branding->>'logoUrl' = $2)
     returning filename, size, tenant_id as "tenantId"`,
)

const deleteUnlessLogo = ({ rows }: Scope, id: string, imageUrl: string) =>
  rows(deleteUnlessLogoStatement, [id, imageUrl])

function keepReferred(error: unknown): DeletedImage[] {
  if ((error as { code?: string }).code === '23503') return []
  throw error
}
