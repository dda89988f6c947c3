import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import {
  adoptionStatus,
  customizations,
  project,
  projectFigures,
  type activityFilter,
  type adoptionFilter,
  type originFilter,
  type Project,
} from '../contract.ts'

const row = project.omit({ adoption: true }).extend({
  status: adoptionStatus.nullable(),
  assignedToSessions: z.number().int(),
  instructorNotes: z.string().nullable(),
  customizations: z.object({}).nullable(),
  adoptionUpdatedAt: z.string().nullable(),
})
type Row = z.infer<typeof row>

/** True for projects `p` that are active and not archived by the organization, `tp`. */
const isActive = `(p.is_active and coalesce(tp.status, '') <> 'archived')`

const columns = `p.id, p.title, p.description, p.category, p.difficulty_level as difficulty,
  p.estimated_duration as "estimatedDuration", p.age_group as "ageGroup", p.instructions,
  p.learning_objectives as "learningObjectives", p.materials, p.prerequisites,
  p.student_resources as "studentResources", p.assessment_criteria as "assessmentCriteria",
  p.thumbnail_url as "thumbnailUrl",
  p.tenant_id is null as "isGlobal", ${isActive} as "isActive", p.created_at as "createdAt", p.updated_at as "updatedAt",
  tp.status, (select count(*)::int from sessions s where s.tenant_project_id = tp.id) as "assignedToSessions",
  tp.instructor_notes as "instructorNotes", tp.customizations, tp.updated_at as "adoptionUpdatedAt"`

const visibleProjects = `from projects p left join tenant_projects tp on tp.tenant_id = $tenantId and tp.project_id = p.id
  where p.owner = any($owners)`

// A catalog is small: one statement for all filters is fast enough, and variants would multiply.
const filterConditions = `and ($category::text is null or p.category = $category)
  and ($difficulty::text is null or p.difficulty_level = $difficulty)
  and ($isActive::boolean is null or ${isActive} = $isActive)
  and ($adoption::text is null or coalesce(tp.status, 'none') = $adoption)
  and ($isGlobal::boolean is null or (p.tenant_id is null) = $isGlobal)`

const selectProjects = variants({ isSearched: [true, false], isPaged: [true, false] }, ({ isSearched, isPaged }) => {
  const where = `${visibleProjects} ${filterConditions} ${isSearched ? 'and p.search like (select containing($search))' : ''}`
  return statement(
    isPaged ? row.extend({ total: z.number().optional() }) : row,
    `select ${columns} ${isPaged ? `, (select count(*) ${where}) as total` : ''} ${where}
      order by p.title, p.id limit $most offset $offset`,
  )
})

interface ProjectQuery {
  search?: string | undefined
  category?: string | undefined
  difficulty?: Project['difficulty'] | undefined
  activity?: z.infer<typeof activityFilter> | undefined
  adoption?: z.infer<typeof adoptionFilter> | undefined
  origin?: z.infer<typeof originFilter> | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists catalog projects and the organization's own, by title; with the total. Without `limit` at most 1000. */
export async function listProjects(scope: Scope, query: ProjectQuery): Promise<PagedAnswer<Project>> {
  const { search = '', limit = LIST_CAP, offset = 0, activity, origin } = query
  // A whole list is counted by its rows.
  const isPaged = query.limit !== undefined || offset > 0
  const found = await scope.lastRows<Row & { total?: number }>(selectProjects({ isSearched: search !== '', isPaged }), {
    ...seenBy(scope),
    search,
    category: query.category ?? null,
    difficulty: query.difficulty ?? null,
    adoption: query.adoption ?? null,
    isActive: activity === undefined ? null : activity === 'active',
    isGlobal: origin === undefined ? null : origin === 'catalog',
    most: limit + 1,
    offset,
  })
  // Past the end of the list no row has the total.
  const none = offset === 0 ? 0 : undefined
  const whole = found.length > limit ? undefined : found.length
  const total = isPaged ? (found[0]?.total ?? none) : whole
  return new PagedAnswer<Project>(found.map(toProject), { limit, offset, ...(total === undefined ? {} : { total }) })
}

const selectProject = statement(row, `select ${columns} ${visibleProjects} and p.id = $id`)

export async function findProject(scope: Scope, id: string): Promise<Project | undefined> {
  const [found] = await scope.rows(selectProject, { id, ...seenBy(scope) })
  return found && toProject(found)
}

/** @throws not-found when neither the catalog nor the organization has the project */
export async function getProject(scope: Scope, id: string): Promise<Project> {
  const found = await findProject(scope, id)
  if (!found) throw notFound('Project')
  return found
}

const selectCategories = statement(
  z.object({ category: z.string() }),
  `select distinct category from projects where owner = any($owners) and category <> '' order by category
    limit ${LIST_CAP}`,
)

export async function listCategories(scope: Scope): Promise<string[]> {
  const found = await scope.lastRows(selectCategories, { owners: ownersRead(scope) })
  return found.map(({ category }) => category)
}

const countProjectFigures = statement(
  projectFigures,
  `select count(*)::int as "totalProjects", (count(*) filter (where ${isActive}))::int as "activeProjects",
      (count(distinct nullif(p.category, '')))::int as categories,
      (count(*) filter (where p.difficulty_level = 'beginner'))::int as "beginnerFriendly"
    ${visibleProjects}`,
)

/**
 * Counts the cards of the Projects screen (spec part 2, section 2.8); each equals the number that the list finds with its
 * filter.
 */
export async function countProjects(scope: TenantScope): Promise<z.infer<typeof projectFigures>> {
  const [counted] = await scope.lastRows(countProjectFigures, seenBy(scope))
  if (!counted) throw new Error('A count always answers one row')
  return counted
}

// The platform has no adoptions, though its scope could read those of organizations.
const seenBy = (scope: Scope) => ({
  tenantId: scope.kind === 'tenant' ? scope.tenantId : null,
  owners: ownersRead(scope),
})

function toProject({
  status,
  assignedToSessions,
  instructorNotes,
  customizations: changed,
  adoptionUpdatedAt,
  ...rest
}: Row): Project {
  const adoption = status &&
    adoptionUpdatedAt && {
      status,
      assignedToSessions,
      instructorNotes: instructorNotes ?? '',
      customizations: customizations.parse(changed ?? {}),
      updatedAt: adoptionUpdatedAt,
    }
  return { ...rest, adoption: adoption || null }
}
