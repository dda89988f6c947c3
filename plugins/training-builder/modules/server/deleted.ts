import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { trainingModule, type TrainingModule } from '../contract.ts'
import type { Projects } from './modules.ts'

/** Days for which deleted modules can be restored. */
const RETENTION_DAYS = 30

const retentionStart = `$now::timestamptz - interval '${RETENTION_DAYS} days'`

const selectDeletedModules = statement(
  trainingModule.extend({ deletedAt: z.string() }),
  `select m.id, m.title, m.description, m.estimated_duration as "estimatedDuration", m.difficulty, m.framework,
      m.prerequisites, m.learning_objectives as "learningObjectives", m.content, m.resources, m.position as "order",
      m.updated_at as "updatedAt", m.origin_id as "originId", m.deleted_at as "deletedAt"
    from training_lists l join training_modules m on m.owner = l.owner and m.list_id = l.id
    where l.owner = $owner and l.project_id = $projectId
      and m.deleted_at > ${retentionStart}
    order by m.deleted_at desc, m.id limit 100`,
)

/** Lists a project's modules that the scope has deleted and can restore, newest first. */
export const listDeletedModules = (
  scope: Scope,
  projectId: string,
): Promise<(TrainingModule & { deletedAt: string })[]> =>
  scope.rows(selectDeletedModules, { owner: ownerOf(scope), projectId, now: scope.core.clock.now().toISOString() })

/** Lists deleted modules, once the caller may see the project. @throws not-found */
export async function listDeleted(scope: Scope, projects: Projects, projectId: string) {
  await projects.getProject(scope, projectId)
  return listDeletedModules(scope, projectId)
}

const deleteExpiredModules = statement(
  `delete from training_modules where owner = $owner and list_id = $listId and deleted_at <= ${retentionStart}`,
)

/** Deletes modules of a list that can no longer be restored. */
export async function forgetDeleted(scope: Scope, listId: string): Promise<void> {
  await scope.rows(deleteExpiredModules, { owner: ownerOf(scope), listId, now: scope.core.clock.now().toISOString() })
}
