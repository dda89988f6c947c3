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
  /** True if the list was created now, and is empty: the scope has read the catalog's modules so far. */
  isNew: boolean
}

/** Locks the scope's list of a project until the transaction ends, so that saves do not overlap. */
export async function lockList(scope: Scope, projectId: string): Promise<LockedList> {
  const isNew = (await scope.rows(insertList, { projectId })).length > 0
  const [found] = await scope.rows(lockListRow, { owner: ownerOf(scope), projectId })
  if (!found) throw new Error('A list is there until its project is deleted')
  return { ...found, isNew }
}

const deleteList = statement('delete from training_lists where owner = $owner and id = $id')

/** Deletes a list that `lockList` has created, as it stays empty. */
export async function dropList(scope: Scope, { id }: LockedList): Promise<void> {
  await scope.rows(deleteList, { owner: ownerOf(scope), id })
}

const updateVersion = statement(
  `update training_lists set version = $version, updated_at = $now,
      catalog_seen = coalesce($catalogSeen::jsonb, catalog_seen)
    where owner = $owner and id = $id`,
)

/**
 * Increments the version of a list. @param catalogSeen ids of the catalog's modules that are decided; null leaves them as they
 * are
 */
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
