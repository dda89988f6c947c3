import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { isAdmin } from '../../../shared/server/roles.ts'
import { adoptionStatus, type AdoptionChange, type Project } from '../contract.ts'
import { AdoptionModel } from './adoption.ts'
import { findProject, getProject } from './projects.ts'

const insertAdoption = statement(
  z.object({ id: z.uuid() }),
  `insert into tenant_projects (project_id) values ($projectId) on conflict (tenant_id, project_id) do nothing
    returning id`,
)

/** Earmarks a project that the organization sees, once, however many requests do it at the same time. */
async function earmark(scope: TenantScope, { id, title }: Project): Promise<boolean> {
  const [made] = await scope.rows(insertAdoption, { projectId: id })
  if (!made) return false
  await record(scope, {
    action: 'project.earmarked',
    category: 'system',
    description: `Earmarked the project ${title}`,
    resource: 'project',
    resourceId: id,
  })
  return true
}

// A shared lock: no admin archives the project until the row that uses it is committed.
const lockAdoptionShared = statement(
  z.object({ id: z.uuid(), status: adoptionStatus }),
  'select id, status from tenant_projects where tenant_id = $tenantId and project_id = $projectId for share',
)

/**
 * Earmarks the project of a session or challenge unless that is done. The caller's endpoint must list 'project.earmarked' in
 * its `audit`.
 * @param projectId id in the answer of `GET /api/projects`
 * @returns the `tenant_project_id` of the session or challenge
 * @throws invalid at `projectId` for an unknown project, or one that cannot be chosen
 */
export async function assignProject(scope: TenantScope, projectId: string): Promise<string> {
  const project = await findProject(scope, projectId)
  if (!project) throw invalidField('projectId', 'This organization has no such project')
  if (!project.isActive) throw cannotBeChosen(project)
  await earmark(scope, project)
  const [found] = await scope.rows(lockAdoptionShared, { tenantId: scope.tenantId, projectId })
  if (!found) throw new Error('What was earmarked is there until its project is deleted')
  if (found.status === 'archived') throw cannotBeChosen(project)
  return found.id
}

const cannotBeChosen = ({ title }: Project) =>
  invalidField('projectId', `“${title}” is no longer active and cannot be chosen`)

const lockAdoption = statement(
  'select id from tenant_projects where tenant_id = $tenantId and project_id = $projectId for no key update',
)

/**
 * Sets the organization's status, notes and customizations of a project.
 * @throws not-found, outdated (409) when `updatedAt` differs, forbidden when a user other than an admin archives or restores
 *   it, invalid at `customizations` of an own project
 */
export async function adoptProject(
  scope: TenantScope,
  projectId: string,
  { updatedAt, ...change }: AdoptionChange,
): Promise<Project> {
  await scope.rows(lockAdoption, { tenantId: scope.tenantId, projectId })
  const project = await getProject(scope, projectId)
  refuseOutdated('this project', project.adoption?.updatedAt ?? null, updatedAt)
  const isNew = project.adoption === null && (await earmark(scope, project))
  const wasFaster = project.adoption === null && !isNew
  // Another user earmarked it in the meantime, perhaps with notes.
  if (wasFaster) await scope.rows(lockAdoption, { tenantId: scope.tenantId, projectId })
  const { adoption } = project.adoption === null ? await getProject(scope, projectId) : project
  if (!adoption) throw notFound('Project')
  if (wasFaster) refuseOutdated('this project', adoption.updatedAt, updatedAt)
  const { assignedToSessions: _, updatedAt: version, ...before } = adoption
  const changed = changedFields(before, change)
  if (Object.keys(changed.after).length > 0) {
    checkRights(scope, project, changed)
    await AdoptionModel.query(scope.trx)
      .findOne({ projectId })
      .patch({ ...changed.after, updatedAt: nextVersion(scope.core.clock, version) })
    await record(scope, {
      action: 'project.adopted',
      category: 'system',
      description: `Changed what the organization does with the project ${project.title}`,
      resource: 'project',
      resourceId: projectId,
      ...changed,
    })
  }
  return getProject(scope, projectId)
}

function checkRights(
  scope: TenantScope,
  { isGlobal }: Project,
  { before, after }: Record<'before' | 'after', AdoptionChange>,
): void {
  if ((before.status === 'archived' || after.status === 'archived') && !isAdmin(scope)) {
    throw forbidden('Only admins archive projects and take them out of the archive')
  }
  if (after.customizations && !isGlobal) {
    throw invalidField('customizations', 'This project is your own: edit the project itself')
  }
}
