import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { catalogTables, isInCatalog, catalogParameters } from './seen.ts'

const selectCourseOfCover = statement(
  z.object({ id: z.uuid() }),
  `select c.id ${catalogTables} where ${isInCatalog} and v.image_url <> '' and v.image_url = $imageUrl limit 1`,
)

/** Tells if an image is on a course that the caller can find, in the version that they get. */
export async function showsCover(scope: TenantScope, imageUrl: string): Promise<boolean> {
  return (await scope.rows(selectCourseOfCover, { ...catalogParameters(scope), imageUrl })).length > 0
}
