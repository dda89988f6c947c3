import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import type { Project } from '#plugins/tenant-app/base/projects/contract.ts'
import type { ModuleList, ProjectModules } from '../contract.ts'
import { listDeletedModules, forgetDeleted } from './deleted.ts'
import { dropDraft } from './drafts.ts'
import { modulesSaved } from './events.ts'
import { dropList, lockList, numberList, type LockedList } from './list.ts'
import { listCatalogModules, getModules, type Projects } from './modules.ts'
import { placeModules, type PlacedModule } from './placing.ts'

/**
 * Replaces all modules of a project. An organization's changes to the catalog's become its own copy.
 * @throws not-found, outdated (409) with the current modules if `version` is not theirs
 */
export async function saveModules(
  scope: Scope,
  projects: Projects,
  projectId: string,
  { modules: given, version }: ModuleList,
): Promise<ProjectModules> {
  const project = await projects.getProject(scope, projectId)
  const list = await lockList(scope, projectId)
  const present = list.isNew ? await listCatalogModules(scope, projectId) : await getModules(scope, projectId)
  if (version !== undefined && version !== present.version) {
    throw new AppError(OUTDATED_CODE, 409, 'Someone else saved this project’s modules in the meantime.', {
      details: present,
    })
  }
  // Saved or unchanged modules need no draft any more.
  await dropDraft(scope, projectId)
  const isCopied = list.isNew && scope.kind === 'tenant'
  const deleted = list.isNew ? [] : await listDeletedModules(scope, projectId)
  const wanted = placeModules(given, present.modules, deleted, isCopied)
  if (isSame(wanted, present, isCopied)) {
    if (list.isNew) await dropList(scope, list)
    return present
  }
  await writeModules(scope, list, wanted)
  const saved = present.version + 1
  const catalogSeen = isCopied ? present.modules.map(({ id }) => id) : null
  await numberList(scope, list, { version: saved, catalogSeen })
  return recordChanges(scope, project, present, wanted)
}

const isSame = (wanted: readonly PlacedModule[], { modules }: ProjectModules, isCopied: boolean): boolean =>
  !wanted.some(({ isChanged }) => isChanged) &&
  isDeepStrictEqual(
    wanted.map(({ id, originId }) => (isCopied ? originId : id)),
    modules.map(({ id }) => id),
  )

/** Emits the event of saved modules, and returns them. */
async function recordChanges(
  scope: Scope,
  { id, title }: Project,
  before: ProjectModules,
  wanted: readonly PlacedModule[],
): Promise<ProjectModules> {
  const after = await getModules(scope, id)
  const titles = (modules: readonly { title: string }[]) => modules.map((module) => module.title)
  await record(scope, {
    action: 'training.saved',
    category: 'system',
    description: `Saved the training modules of the project ${title}`,
    resource: 'project',
    resourceId: id,
    before: { modules: titles(before.modules) },
    after: { modules: titles(after.modules), changed: titles(wanted.filter(({ isChanged }) => isChanged)) },
  })
  const tenantId = scope.kind === 'tenant' ? scope.tenantId : null
  await emit(scope, modulesSaved, { tenantId, projectId: id, version: after.version })
  return after
}

const deleteMissingModules = statement(
  `update training_modules set deleted_at = $now
    where owner = $owner and list_id = $listId and deleted_at is null and id <> all($kept::uuid[])`,
)

const upsertModules = statement(
  z.object({ id: z.uuid() }),
  `insert into training_modules (id, list_id, title, description, estimated_duration, difficulty, framework,
      prerequisites, learning_objectives, content, resources, position, origin_id, origin, created_at, updated_at)
    select coalesce(g.id, new_id()), $listId, g.title, g.description, g."estimatedDuration", g.difficulty, g.framework,
        g.prerequisites, g."learningObjectives", g.content, g.resources, g.position, g."originId", g.origin, $now, $now
      from jsonb_to_recordset($modules::jsonb) g (id uuid, title text, description text, "estimatedDuration" integer,
        difficulty text, framework text, prerequisites jsonb, "learningObjectives" jsonb, content jsonb, resources jsonb,
        position integer, "originId" uuid, origin jsonb)
    on conflict (id) do update set title = excluded.title, description = excluded.description,
      estimated_duration = excluded.estimated_duration, difficulty = excluded.difficulty,
      framework = excluded.framework, prerequisites = excluded.prerequisites,
      learning_objectives = excluded.learning_objectives, content = excluded.content, resources = excluded.resources,
      position = excluded.position, deleted_at = null,
      updated_at = case when excluded.id = any($changed::uuid[]) then excluded.updated_at else training_modules.updated_at end
    returning id`,
)

/** Replaces the existing modules; left-out ones can be restored for 30 days. */
async function writeModules(scope: Scope, { id: listId }: LockedList, modules: readonly PlacedModule[]): Promise<void> {
  const now = scope.core.clock.now().toISOString()
  const kept = modules.flatMap(({ id }) => (id === null ? [] : [id]))
  await forgetDeleted(scope, listId)
  await scope.rows(deleteMissingModules, { owner: ownerOf(scope), listId, now, kept })
  await scope.rows(upsertModules, {
    listId,
    now,
    modules: JSON.stringify(modules),
    changed: modules.flatMap(({ id, isChanged }) => (id !== null && isChanged ? [id] : [])),
  })
}
