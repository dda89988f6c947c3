import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Projects } from '../modules/server/modules.ts'
import { saveModules } from '../modules/server/saving.ts'
import { readTraining } from './training.ts'

const selectUntrainedProjects = statement(
  z.object({ id: z.uuid(), title: z.string() }),
  `select p.id, p.title from projects p where p.tenant_id is null
    and not exists (select from training_lists l where l.owner = p.owner and l.project_id = p.id)`,
)

/** Seeds modules of the catalog's projects that have none yet, with the event of every save. */
export async function seedTraining(scope: PlatformScope, projects: Projects): Promise<void> {
  const idOf = new Map((await scope.rows(selectUntrainedProjects)).map(({ id, title }) => [title, id]))
  for (const { project, modules } of readTraining()) {
    const id = idOf.get(project)
    if (id) await saveModules(scope, projects, id, { modules })
  }
}
