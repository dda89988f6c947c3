import type { PartialModelObject } from 'objection'
import { changedFields, record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, invalidField } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { NewProject, Project, ProjectChange } from '../contract.ts'
import { AdoptionModel } from './adoption.ts'
import { ProjectModel } from './project.ts'
import { getProject } from './projects.ts'
import { checkThumbnail, deleteThumbnail } from './thumbnails.ts'

/**
 * Adds a project of the organization, or one to the catalog. An inactive own project begins archived.
 * @throws invalid at `thumbnailUrl` for an unknown image
 */
export async function createProject(scope: Scope, { isActive, ...input }: NewProject): Promise<Project> {
  await checkThumbnail(scope, input.thumbnailUrl)
  const now = scope.core.clock.now().toISOString()
  const isOwn = scope.kind === 'tenant'
  const { id } = await ProjectModel.query(scope.trx).insert({
    ...columnsOf(input),
    isActive: isOwn || isActive,
    createdBy: isOwn && scope.actor.user?.tenantId === scope.tenantId ? scope.actor.user.id : null,
    createdAt: now,
    updatedAt: now,
  })
  if (isOwn) {
    await AdoptionModel.query(scope.trx).insert({
      projectId: id,
      status: isActive ? 'earmarked' : 'archived',
      updatedAt: now,
    })
  }
  await record(scope, {
    action: 'project.created',
    category: 'system',
    description: `Added the project ${input.title}`,
    resource: 'project',
    resourceId: id,
    after: { ...input, isActive },
  })
  return getProject(scope, id)
}

const lockProject = statement('select id from projects where owner = $owner and id = $id for no key update')

/**
 * Changes the given fields of the organization's project; on the platform, of a catalog project.
 * @throws not-found, forbidden for an organization and a catalog project, outdated (409) when `updatedAt` differs, invalid at
 *   `isActive` of an own project, which is archived instead, and at `thumbnailUrl`
 */
export async function updateProject(
  scope: Scope,
  id: string,
  { updatedAt, ...change }: ProjectChange,
): Promise<Project> {
  await scope.rows(lockProject, { id, owner: ownerOf(scope) })
  const before = await getProject(scope, id)
  if (before.isGlobal && scope.kind === 'tenant') {
    throw forbidden('Catalog projects belong to the platform. Add your changes on the project’s page.')
  }
  refuseOutdated('this project', before.updatedAt, updatedAt)
  const changed = changedFields<Omit<ProjectChange, 'updatedAt'>>(before, change)
  if (Object.keys(changed.after).length === 0) return before
  if (changed.after.isActive !== undefined && !before.isGlobal) {
    throw invalidField('isActive', 'This project is your own: archive it on its page')
  }
  await checkThumbnail(scope, changed.after.thumbnailUrl)
  await ProjectModel.query(scope.trx)
    .findById(id)
    .patch({ ...columnsOf(changed.after), updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  const after = await getProject(scope, id)
  await record(scope, {
    action: 'project.updated',
    category: 'system',
    description: `Changed the project ${after.title}`,
    resource: 'project',
    resourceId: id,
    ...changed,
  })
  if (changed.after.thumbnailUrl !== undefined) await deleteThumbnail(scope, before.thumbnailUrl)
  return after
}

function columnsOf({ difficulty, ...rest }: Omit<ProjectChange, 'updatedAt'>): PartialModelObject<ProjectModel> {
  return { ...rest, ...(difficulty === undefined ? {} : { difficultyLevel: difficulty }) }
}
