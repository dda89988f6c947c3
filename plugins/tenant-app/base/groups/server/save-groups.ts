import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { Group, GroupChange, NewGroup } from '../contract.ts'
import { GroupModel } from './group.ts'
import { getGroup, lockGroup } from './groups.ts'

/** System that an imported group comes from, with the group's id there. */
export interface GroupSource {
  source: string
  sourceId: string
}

const lockGroupNames = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.groups:' || $tenantId, 0))`)

const selectNamesakes = statement(
  z.object({ id: z.uuid() }),
  `select id from groups where fold(name) = fold($name) and fold(season) = fold($season) and archived_at is null
    and id <> coalesce($exceptId::uuid, '00000000-0000-0000-0000-000000000000') limit 1`,
)

/**
 * Creates a group. Imported groups may share a name, as sections of one course do: their source distinguishes them.
 * @throws conflict at `name` for a group made here whose name and season another active group has
 */
export async function createGroup(scope: TenantScope, input: NewGroup, imported?: GroupSource): Promise<Group> {
  if (!imported) await refuseNamesake(scope, input)
  const now = scope.core.clock.now().toISOString()
  const { id } = await GroupModel.query(scope.trx).insert({ ...input, ...imported, createdAt: now, updatedAt: now })
  await recordGroup(scope, id, {
    action: 'group.created',
    description: `Created the group ${input.name}`,
    after: input,
  })
  return getGroup(scope, id)
}

/** @throws not-found, outdated (409) when `updatedAt` differs, conflict at `name` */
export async function updateGroup(
  scope: TenantScope,
  id: string,
  { updatedAt, ...change }: GroupChange,
): Promise<Group> {
  const found = await lockGroup(scope, id)
  refuseOutdated('this group', found.updatedAt, updatedAt)
  const { before, after } = changedFields<Omit<GroupChange, 'updatedAt'>>(found, change)
  if (Object.keys(after).length === 0) return found
  if (after.name !== undefined || after.season !== undefined) await refuseNamesake(scope, { ...found, ...after }, id)
  await patchGroup(scope, found, after)
  await recordGroup(scope, id, {
    action: 'group.updated',
    description: `Changed the group ${after.name ?? found.name}`,
    before,
    after,
  })
  return getGroup(scope, id)
}

/** Archives a group; members and their history stay. @throws not-found */
export async function archiveGroup(scope: TenantScope, id: string): Promise<Group> {
  const found = await lockGroup(scope, id)
  if (found.archivedAt) return found
  await patchGroup(scope, found, { archivedAt: scope.core.clock.now().toISOString() })
  await recordGroup(scope, id, { action: 'group.archived', description: `Archived the group ${found.name}` })
  return getGroup(scope, id)
}

/** Restores an archived group. @throws not-found, conflict at `name` where another active group has its name */
export async function restoreGroup(scope: TenantScope, id: string): Promise<Group> {
  const found = await lockGroup(scope, id)
  if (!found.archivedAt) return found
  await refuseNamesake(scope, found, id)
  await patchGroup(scope, found, { archivedAt: null })
  await recordGroup(scope, id, { action: 'group.restored', description: `Restored the group ${found.name}` })
  return getGroup(scope, id)
}

const selectHistory = statement(z.object({ id: z.uuid() }), 'select id from group_members where group_id = $id limit 1')

/** Deletes a group. @throws not-found, conflict at `id` where it has or had members */
export async function deleteGroup(scope: TenantScope, id: string): Promise<void> {
  const { name } = await lockGroup(scope, id)
  const [member] = await scope.rows(selectHistory, { id })
  if (member) throw conflict('id', 'This group has or had members. Archive it to keep their history.')
  await GroupModel.query(scope.trx).deleteById(id)
  await recordGroup(scope, id, { action: 'group.deleted', description: `Deleted the group ${name}` })
}

/** Locks the names of groups first, so that two users cannot take one name at once. @throws conflict at `name` */
async function refuseNamesake(
  scope: TenantScope,
  { name, season }: Pick<Group, 'name' | 'season'>,
  exceptId: string | null = null,
): Promise<void> {
  await scope.rows(lockGroupNames, { tenantId: scope.tenantId })
  const [namesake] = await scope.rows(selectNamesakes, { name, season, exceptId })
  if (namesake) throw conflict('name', `Another group is called ${name} in this season. Choose another name.`)
}

async function patchGroup(
  scope: TenantScope,
  { id, updatedAt }: Group,
  change: Partial<Pick<GroupModel, 'name' | 'kind' | 'season' | 'color' | 'archivedAt'>>,
): Promise<void> {
  await GroupModel.query(scope.trx)
    .findById(id)
    .patch({ ...change, updatedAt: nextVersion(scope.core.clock, updatedAt) })
}

/** Records an action on a group in the audit log. */
export async function recordGroup(
  scope: TenantScope,
  id: string,
  entry: Omit<AuditEntry, 'category' | 'resource' | 'resourceId'>,
): Promise<void> {
  await record(scope, { ...entry, category: 'system', resource: 'group', resourceId: id })
}
