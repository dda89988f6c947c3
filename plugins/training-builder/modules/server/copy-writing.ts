import type { TenantScope } from '#core/server/core.ts'
import { PLATFORM_OWNER } from '#core/server/database/ownership.ts'
import { statement } from '#core/server/database/statement.ts'
import type { CatalogChange } from '../copy-contract.ts'
import type { LockedList } from './list.ts'
import { getModuleWords } from './placing.ts'

const updateCopies = statement(
  `update training_modules m set title = c.title, description = c.description,
      estimated_duration = c.estimated_duration, difficulty = c.difficulty, framework = c.framework,
      prerequisites = c.prerequisites, learning_objectives = c.learning_objectives, content = c.content,
      resources = c.resources, origin = o.origin, updated_at = $now
    from jsonb_to_recordset($origins::jsonb) o (id uuid, origin jsonb)
    join training_modules c on c.owner = '${PLATFORM_OWNER}' and c.id = o.id
    where m.owner = $owner and m.list_id = $listId and m.origin_id = o.id and m.deleted_at is null`,
)

const insertCopies = statement(
  `insert into training_modules (list_id, title, description, estimated_duration, difficulty, framework, prerequisites,
      learning_objectives, content, resources, position, origin_id, origin, created_at, updated_at)
    select $listId, c.title, c.description, c.estimated_duration, c.difficulty, c.framework, c.prerequisites,
        c.learning_objectives, c.content, c.resources,
        (select coalesce(max(position), 0) from training_modules where owner = $owner and list_id = $listId
          and deleted_at is null) + row_number() over (order by c.position, c.id),
        c.id, o.origin, $now, $now
      from jsonb_to_recordset($origins::jsonb) o (id uuid, origin jsonb)
      join training_modules c on c.owner = '${PLATFORM_OWNER}' and c.id = o.id`,
)

const updateOrigins = statement(
  `update training_modules m set origin = o.origin
    from jsonb_to_recordset($origins::jsonb) o (id uuid, origin jsonb)
    where m.owner = $owner and m.list_id = $listId and m.origin_id = o.id and m.deleted_at is null`,
)

const deleteCopies = statement(
  `update training_modules set deleted_at = $now
    where owner = $owner and list_id = $listId and origin_id = any($ids::uuid[]) and deleted_at is null`,
)

// A module that the catalog has deleted becomes the organization's own.
const updateDetachedCopies = statement(
  `update training_modules set origin_id = null, origin = null
    where owner = $owner and list_id = $listId and origin_id = any($ids::uuid[]) and deleted_at is null`,
)

const updateListVersion = statement(
  `update training_lists set version = version + $step, updated_at = $now, catalog_seen = catalog_seen || $ids::jsonb
    where owner = $owner and id = $listId`,
)

type Decided = CatalogChange & { choice: 'take' | 'keep' }

/** Writes decisions about a locked copy. The version increases if instructors read something else. */
export async function writeDecisions(
  scope: TenantScope,
  { id: listId }: Pick<LockedList, 'id'>,
  decided: readonly Decided[],
): Promise<void> {
  const key = { owner: scope.tenantId, listId }
  const now = scope.core.clock.now().toISOString()
  const of = (kind: CatalogChange['kind'], choice: Decided['choice']) =>
    decided.filter((one) => one.kind === kind && one.choice === choice)
  const originsOf = (changes: readonly Decided[]) =>
    JSON.stringify(
      changes.flatMap(({ catalog }) => (catalog ? [{ id: catalog.id, origin: getModuleWords(catalog) }] : [])),
    )
  const idsOf = (changes: readonly Decided[]) => changes.map(({ catalogId }) => catalogId)
  await scope.rows(updateCopies, { ...key, now, origins: originsOf(of('changed', 'take')) })
  await scope.rows(updateOrigins, { ...key, origins: originsOf(of('changed', 'keep')) })
  await scope.rows(insertCopies, { ...key, now, origins: originsOf(of('added', 'take')) })
  await scope.rows(deleteCopies, { ...key, now, ids: idsOf(of('removed', 'take')) })
  await scope.rows(updateDetachedCopies, { ...key, ids: idsOf(of('removed', 'keep')) })
  const isOther = decided.some(({ choice }) => choice === 'take')
  const ids = JSON.stringify(idsOf(decided.filter(({ kind }) => kind === 'added')))
  await scope.rows(updateListVersion, { ...key, now, step: isOther ? 1 : 0, ids })
}
