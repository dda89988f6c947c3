import { z } from 'zod'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import { deleteUnusedImage, hasImage } from '#core/server/files/unused-images.ts'
import { staff } from '../../../contract.ts'

const staffRoles: ReadonlySet<string | undefined> = new Set(staff.who)

const ids = z.object({ id: z.uuid() })

const selectInCatalog = statement(
  ids,
  `select id from projects where tenant_id is null and thumbnail_url <> '' and thumbnail_url = $imageUrl limit 1`,
)

/** Reports whether an image belongs to a catalog project, which the staff of every organization see. */
export async function showsThumbnail(scope: TenantScope, imageUrl: string): Promise<boolean> {
  return staffRoles.has(scope.actor.user?.role) && (await scope.rows(selectInCatalog, { imageUrl })).length > 0
}

/** @throws invalid at `thumbnailUrl` where the scope has no such image */
export async function checkThumbnail(scope: Scope, imageUrl: string | undefined): Promise<void> {
  if (imageUrl && !(await hasImage(scope, imageUrl))) throw invalidField('thumbnailUrl', 'Upload the image again')
}

const selectShown = statement(ids, 'select id from projects where thumbnail_url = $imageUrl limit 1')

/** Deletes the former picture of a project, unless another project uses it. */
export async function deleteThumbnail(scope: Scope, imageUrl: string): Promise<void> {
  if (imageUrl !== '' && (await scope.rows(selectShown, { imageUrl })).length === 0)
    await deleteUnusedImage(scope, imageUrl)
}
