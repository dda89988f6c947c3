import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import type { ProjectModules } from '../contract.ts'
import type { CatalogChange, CatalogChanges, Decisions } from '../copy-contract.ts'
import { writeDecisions } from './copy-writing.ts'
import { modulesSaved } from './events.ts'
import { lockList } from './list.ts'
import { listCatalogModules, getModules, type Projects } from './modules.ts'
import { getModuleWords } from './placing.ts'

const selectOrigins = statement(
  z.object({ originId: z.uuid(), origin: z.object({}) }),
  `select m.origin_id as "originId", m.origin from training_lists l
    join training_modules m on m.owner = l.owner and m.list_id = l.id
    where l.owner = $owner and l.project_id = $projectId and m.deleted_at is null and m.origin_id is not null`,
)

const selectCatalogSeen = statement(
  z.object({ catalogSeen: z.array(z.string()) }),
  `select catalog_seen as "catalogSeen" from training_lists where owner = $owner and project_id = $projectId`,
)

/**
 * Lists changes in the catalog since it was copied into the organization, or declined there; none without a copy.
 * @throws not-found
 */
export async function listCatalogChanges(
  scope: TenantScope,
  projects: Projects,
  projectId: string,
): Promise<CatalogChanges> {
  await projects.getProject(scope, projectId)
  const own = await getModules(scope, projectId)
  const catalog = await listCatalogModules(scope, projectId)
  const compared = { version: own.version, catalogVersion: catalog.version }
  if (own.isCatalog) return { ...compared, changes: [] }
  const key = { owner: scope.tenantId, projectId }
  const takenAs = new Map((await scope.rows(selectOrigins, key)).map(({ originId, origin }) => [originId, origin]))
  const [{ catalogSeen } = { catalogSeen: [] }] = await scope.rows(selectCatalogSeen, key)
  const copyOf = new Map(own.modules.flatMap((module) => (module.originId ? [[module.originId, module]] : [])))
  const changes = catalog.modules.flatMap((module): CatalogChange[] => {
    const copy = copyOf.get(module.id)
    const change = { catalogId: module.id, title: module.title, own: copy ?? null, catalog: module }
    if (!copy) return catalogSeen.includes(module.id) ? [] : [{ ...change, kind: 'added' }]
    const words = getModuleWords(module)
    const isDecided = isDeepStrictEqual(words, takenAs.get(module.id)) || isDeepStrictEqual(words, getModuleWords(copy))
    return isDecided ? [] : [{ ...change, kind: 'changed' }]
  })
  const left = new Set(catalog.modules.map(({ id }) => id))
  const removed = own.modules.flatMap((module): CatalogChange[] =>
    module.originId && !left.has(module.originId)
      ? [{ catalogId: module.originId, kind: 'removed', title: module.title, own: module, catalog: null }]
      : [],
  )
  return { ...compared, changes: [...changes, ...removed] }
}

/**
 * Takes changes of the catalog into the organization's copy, or declines them; neither is listed again.
 * @throws not-found without a copy, outdated (409) with the current changes, invalid at `decisions` for unchanged modules
 */
export async function decideChanges(
  scope: TenantScope,
  projects: Projects,
  projectId: string,
  { decisions, version, catalogVersion }: Decisions,
): Promise<ProjectModules> {
  const project = await projects.getProject(scope, projectId)
  const list = await lockList(scope, projectId)
  if (list.isNew) throw notFound('Copy of this organization')
  const present = await listCatalogChanges(scope, projects, projectId)
  if (present.version !== version || present.catalogVersion !== catalogVersion) {
    throw new AppError(OUTDATED_CODE, 409, 'Someone else changed this copy or the catalog in the meantime.', {
      details: present,
    })
  }
  const changed = new Map(present.changes.map((change) => [change.catalogId, change]))
  const decided = decisions.map(({ catalogId, choice }) => {
    const change = changed.get(catalogId)
    if (!change) throw invalidField('decisions', 'Nothing of this has changed: load it again')
    return { ...change, choice }
  })
  const titles = (choice: 'take' | 'keep') => decided.filter((one) => one.choice === choice).map(({ title }) => title)
  await writeDecisions(scope, list, decided)
  const after = await getModules(scope, projectId)
  await record(scope, {
    action: 'training.compared',
    category: 'system',
    description: `Compared the training modules of the project ${project.title} with the catalog`,
    resource: 'project',
    resourceId: projectId,
    after: { taken: titles('take'), kept: titles('keep') },
  })
  if (titles('take').length > 0) {
    await emit(scope, modulesSaved, { tenantId: scope.tenantId, projectId, version: after.version })
  }
  return after
}
