import { z } from 'zod'
import type { Core, Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { buildCourse } from './built-in/building.ts'
import type { Keeper } from './frappe/keeper.ts'
import { syncModule } from './frappe/modules.ts'
import type { Item, Performing } from './performing.ts'
import type { TrainedProject, Training, TrainingModule } from './training.ts'

const insertItems = statement(
  `insert into lms_embedded_items (run_id, position, subject_id, organization_id, label)
    select $runId, row_number() over (), i."subjectId", i."organizationId", i.label
      from jsonb_to_recordset($items::jsonb) i ("subjectId" uuid, "organizationId" uuid, label text)`,
)

interface Listed {
  subjectId: string
  organizationId: string | null
  label: string
}

async function insertRunItems(core: Core, runId: string, items: readonly Listed[]): Promise<void> {
  await core.db.platform(systemActor, (scope) => scope.rows(insertItems, { runId, items: JSON.stringify(items) }))
}

const selectOrganizations = statement(
  z.object({ id: z.uuid() }),
  `select id from tenants where status in ('active', 'trial') order by name, id`,
)

/** Runs a function in the scope of a project's owner. */
export function runInScope<T>(
  core: Core,
  organizationId: string | null,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return organizationId === null
    ? core.db.platform(systemActor, work)
    : core.db.tenant(organizationId, systemActor, work)
}

/** Builds a course for each project with modules: the platform's, and each organization's own projects and copies. */
export function migrateBuiltIn(core: Core, training: Training, run: { id: string; isDryRun: boolean }): Performing {
  const known = new Map<string | null, readonly TrainedProject[]>()
  const projectsOf = async (organizationId: string | null) => {
    const projects = known.get(organizationId) ?? (await runInScope(core, organizationId, training.projectsWithModules))
    known.set(organizationId, projects)
    return projects
  }
  return {
    list: async () => {
      const ids = await core.db.platform(systemActor, (scope) => scope.rows(selectOrganizations))
      const items: Listed[] = []
      for (const organizationId of [null, ...ids.map(({ id }) => id)]) {
        for (const { projectId, title } of await projectsOf(organizationId)) {
          items.push({ subjectId: projectId, organizationId, label: title })
        }
      }
      await insertRunItems(core, run.id, items)
    },
    perform: async ({ subjectId, organizationId }: Item) => {
      const project = (await projectsOf(organizationId)).find(({ projectId }) => projectId === subjectId)
      if (!project) throw notFound('Project')
      const outcome = await runInScope(core, organizationId, async (scope) => {
        const { modules } = await training.modulesOf(scope, project.projectId)
        return buildCourse(scope, { project, modules }, { isDryRun: run.isDryRun })
      })
      return { outcome, reason: '' }
    },
    done: 'Courses of projects',
  }
}

interface Known {
  project: TrainedProject
  modules: TrainingModule[]
}

/** Builds a course for each module of the platform's projects: organizations’ own stay on this platform. */
export function migrateToFrappe(core: Core, training: Training, keeper: Keeper, runId: string): Performing {
  let known: Map<string, Known> | undefined
  const projectOf = async () => {
    known ??= await core.db.platform(systemActor, async (scope) => {
      const byModule = new Map<string, Known>()
      for (const project of await training.projectsWithModules(scope)) {
        const { modules } = await training.modulesOf(scope, project.projectId)
        for (const { id } of modules) byModule.set(id, { project, modules })
      }
      return byModule
    })
    return known
  }
  return {
    list: async () => {
      const all = await projectOf()
      const items = [...all].map(([subjectId, { project, modules }]) => {
        const title = modules.find(({ id }) => id === subjectId)?.title ?? ''
        return { subjectId, organizationId: null, label: `${title} (${project.title})`.slice(0, 300) }
      })
      await insertRunItems(core, runId, items)
    },
    perform: async ({ subjectId }: Item) => {
      const { project, modules } = (await projectOf()).get(subjectId ?? '') ?? {}
      const module = modules?.find(({ id }) => id === subjectId)
      if (!project || !modules || !module) throw notFound('Module')
      return syncModule(keeper, { project, modules, module })
    },
    done: 'Courses of modules',
  }
}
