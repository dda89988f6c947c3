import { z } from 'zod'
import { record } from '../audit.ts'
import type { Scope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { imageKind } from './image-kind.ts'

const address = /^\/api\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

const idOf = (imageUrl: string) => address.exec(imageUrl)?.[1]

const existsImage = statement(`select from files where id = $1 and kind = '${imageKind.id}' and state = 'complete'
       union all select from images where id = $1`)

/**
 * True if the scope sees such an image: in the scope of an organization its own.
 * @param imageUrl as returned by the upload
 */
export async function hasImage(scope: Scope, imageUrl: string): Promise<boolean> {
  const id = idOf(imageUrl)
  return id !== undefined && (await scope.rows(existsImage, [id])).length > 0
}

/**
 * Deletes an image that a user has removed, and frees its bytes in the organization's storage. It stays while
 * it is the logo of an organization, or while a table refers to it: tables that use images have a foreign key to
 * `files`. Call it after the change, in its transaction.
 * @param imageUrl as returned by the upload; any other address is ignored
 */
export async function deleteUnusedImage(scope: Scope, imageUrl: string): Promise<void> {
  const id = idOf(imageUrl)
  if (!id) return
  const [image] = await scope.savepoint(() => deleteUnlessLogo(scope, id, imageUrl)).catch(ignoreReferred)
  if (!image) return
  const { size, ...owner } = image
  await record(scope, {
    action: 'image.deleted',
    category: 'account',
    description: 'Deleted an image that nothing shows any more',
    resource: 'image',
    resourceId: id,
    before: { size },
    ...owner,
  })
}

const deletedImage = z.object({
  /** Bytes. */
  size: z.number(),
  tenantId: z.string().nullable(),
})
type DeletedImage = z.infer<typeof deletedImage>

const unlessLogo = `not exists (select from tenants t where t.branding->>'logoUrl' = $2)
     returning size, tenant_id as "tenantId"`

const deleteUnmovedStatement = statement(deletedImage, `delete from images where id = $1 and ${unlessLogo}`)

const deleteUnlessLogoStatement = statement(
  deletedImage,
  `delete from files where id = $1 and kind = '${imageKind.id}' and ${unlessLogo}`,
)

async function deleteUnlessLogo({ rows }: Scope, id: string, imageUrl: string): Promise<DeletedImage[]> {
  // In this order: the first waits for an image that is being moved, and the second finds it.
  const unmoved = await rows(deleteUnmovedStatement, [id, imageUrl])
  return unmoved.length > 0 ? unmoved : rows(deleteUnlessLogoStatement, [id, imageUrl])
}

function ignoreReferred(error: unknown): DeletedImage[] {
  if ((error as { code?: string }).code === '23503') return []
  throw error
}
