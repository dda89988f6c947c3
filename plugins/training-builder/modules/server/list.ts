import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'

const insertList = statement(
  z.object({ id: z.uuid() }),
  `insert into training_lists (project_id) values ($projectId) on conflict (owner, project_id) do nothing returning id`,
)

const lockListRow = statement(
  z.object({ id: z.uuid(), version: z.number().int() }),
  `select id, version from training_lists where owner = $owner and project_id = $projectId for no key update`,
)

export interface LockedList {
  id: string
  version: number
  /** Made now, and empty: what the scope was shown until now is the catalog's. */
  isNew: boolean
}

/** Holds what the scope has written of a project to the end of the transaction, so that nobody else saves meanwhile. */
export async function lockList(scope: Scope, projectId: string): Promise<LockedList> {
  const isNew = (await scope.rows(insertList, { projectId })).length > 0
  const [found] = await scope.rows(lockListRow, { owner: ownerOf(scope), projectId })
  if (!found) throw new Error('A list is there until its project is deleted')
  return { ...found, isNew }
}

const deleteList = statement('delete from training_lists where owner = $owner and id = $id')

/** Takes back a list that `lockList` has made, since nothing came into it. */
export async function dropList(scope: Scope, { id }: LockedList): Promise<void> {
  await scope.rows(deleteList, { owner: ownerOf(scope), id })
}

const updateVersion = statement(
  `update training_lists set version = $version, updated_at = $now,
      catalog_seen = coalesce($catalogSeen::jsonb, catalog_seen)
    where owner = $owner and id = $id`,
)

/** @param catalogSeen ids of the catalog's modules that are decided about; null leaves them as they are */
export async function numberList(
  scope: Scope,
  { id }: Pick<LockedList, 'id'>,
  { version, catalogSeen }: { version: number; catalogSeen: readonly string[] | null },
): Promise<void> {
  await scope.rows(updateVersion, {
    owner: ownerOf(scope),
    id,
    version,
    now: scope.core.clock.now().toISOString(),
    catalogSeen: catalogSeen && JSON.stringify(catalogSeen),
  })
}
