import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { catalogTables, isInCatalog, catalogParameters } from './seen.ts'

const selectCourseOfCover = statement(
  z.object({ id: z.uuid() }),
  `select c.id ${catalogTables} where ${isInCatalog} and v.image_url <> '' and v.image_url = $imageUrl limit 1`,
)

// Limited to the platform's courses: images in questions of an organization are not checked.
const selectCourseOfPicture = statement(
  z.object({ id: z.uuid() }),
  `select c.id ${catalogTables} where ${isInCatalog} and c.tenant_id is null and v.picture_urls @> to_jsonb($imageUrl::text) limit 1`,
)

/** Checks if an image is on a course that the caller can find, or in its questions, in the version that they get. */
export async function showsCourseImage(scope: TenantScope, imageUrl: string): Promise<boolean> {
  const asked = { ...catalogParameters(scope), imageUrl }
  if ((await scope.rows(selectCourseOfCover, asked)).length > 0) return true
  return (await scope.rows(selectCourseOfPicture, asked)).length > 0
}
