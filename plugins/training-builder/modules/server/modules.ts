import { z } from 'zod'
import { isAmong } from '#core/contract/roles.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf, ownersRead } from '#core/server/database/catalogue.ts'
import { PLATFORM_OWNER } from '#core/server/database/ownership.ts'
import { statement } from '#core/server/database/statement.ts'
import { difficulty } from '#plugins/tenant-app/base/projects/contract.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { editors, trainingModule, type ProjectModules, type TrainingModule } from '../contract.ts'

/** Service that knows projects. */
export type Projects = Pick<TenantAppServices, 'getProject'>

const row = trainingModule.extend({ version: z.number().int(), isCatalog: z.boolean() })

// Also returns a list without modules: its version counts.
const selectModules = statement(
  row.extend({ id: z.uuid().nullable() }),
  `select l.version, l.tenant_id is null as "isCatalog", m.id, m.title, m.description,
      m.estimated_duration as "estimatedDuration", m.difficulty, m.framework, m.prerequisites,
      m.learning_objectives as "learningObjectives", m.content, m.resources, m.position as "order",
      m.updated_at as "updatedAt", m.origin_id as "originId"
    from (
      select * from training_lists where owner = any($owners) and project_id = $projectId
        order by tenant_id is null limit 1
    ) l
    left join training_modules m on m.owner = l.owner and m.list_id = l.id and m.deleted_at is null
    order by m.position, m.id`,
)

async function readModules(scope: Scope, owners: readonly string[], projectId: string): Promise<ProjectModules> {
  const found = await scope.rows(selectModules, { owners, projectId })
  return {
    version: found[0]?.version ?? 0,
    isCatalog: found[0]?.isCatalog ?? owners.includes(PLATFORM_OWNER),
    modules: found.flatMap(({ version: _, isCatalog: _whose, id, ...rest }) => (id === null ? [] : [{ id, ...rest }])),
  }
}

/**
 * Reads the modules of a project that the scope sees: its own or its copy, else the catalog's. Includes the correct answers;
 * empty if there is no such project.
 */
export const getModules = (scope: Scope, projectId: string): Promise<ProjectModules> =>
  readModules(scope, ownersRead(scope), projectId)

/** Reads the catalog's modules, in any scope. */
export const listCatalogModules = (scope: Scope, projectId: string): Promise<ProjectModules> =>
  readModules(scope, [PLATFORM_OWNER], projectId)

/** Lists modules in their order, as the caller may see them. @throws not-found */
export async function listModules(scope: Scope, projects: Projects, projectId: string): Promise<TrainingModule[]> {
  await projects.getProject(scope, projectId)
  const { modules } = await getModules(scope, projectId)
  return mayEdit(scope) ? modules : modules.map(withoutAnswers)
}

/** Checks if the caller writes modules; instructors read them. */
const mayEdit = ({ kind, actor }: Scope): boolean => actor.user !== null && isAmong(editors.who, kind, actor.user.role)

/** Removes correct answers, for instructors who answer the questions themselves. */
function withoutAnswers(module: TrainingModule): TrainingModule {
  return {
    ...module,
    content: {
      sections: module.content.sections.map(({ content: { quizQuestions, ...content }, ...section }) => ({
        ...section,
        content: {
          ...content,
          ...(quizQuestions && {
            quizQuestions: quizQuestions.map((question) => ({ ...question, correctAnswer: null })),
          }),
        },
      })),
    },
  }
}

const trained = z.object({
  projectId: z.uuid(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficulty,
  version: z.number().int(),
  moduleCount: z.number().int(),
})
type TrainedProject = z.infer<typeof trained>

const selectTrainedProjects = statement(
  trained,
  `select p.id as "projectId", p.title, p.description, p.category, p.difficulty_level as difficulty, l.version,
      m.count as "moduleCount"
    from training_lists l
    join projects p on p.owner = l.project_id_owner and p.id = l.project_id
    cross join lateral (
      select count(*)::int as count from training_modules where owner = l.owner and list_id = l.id and deleted_at is null
    ) m
    where l.owner = $owner and m.count > 0 and p.is_active
    order by p.title, p.id`,
)

/** Lists active projects with modules that the scope owns, by title: the catalog's for the platform, an organization's own. */
export const listProjectsWithModules = (scope: Scope): Promise<TrainedProject[]> =>
  scope.rows(selectTrainedProjects, { owner: ownerOf(scope) })
