import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { imageUrl } from '#core/contract/files.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'

/** Super admins edit the catalog on the platform's host, staff their organization's projects on its host. */
const catalogAndStaff = { who: ['superadmin', ...staff.who], hosts: 'both', scope: 'host' } as const

export const difficulties = ['beginner', 'intermediate', 'advanced'] as const
export const difficulty = z.enum(difficulties, 'Please select a difficulty')

/** Status of a project in an organization: earmarked, in use, completed, archived. */
export const adoptionStatuses = ['earmarked', 'active', 'completed', 'archived'] as const
export const adoptionStatus = z.enum(adoptionStatuses, 'Please select a status')
export type AdoptionStatus = z.infer<typeof adoptionStatus>

/** Maximum number of entries in a project's lists. */
const MAX_LIST_ENTRIES = 30

const entries = z
  .array(line(300))
  .max(MAX_LIST_ENTRIES, `At most ${MAX_LIST_ENTRIES}`)
  .transform((lines) => lines.filter((entry) => entry !== ''))

const projectFields = {
  title: requiredText(200, 'Title is required'),
  description: text(5000),
  category: line(100),
  difficulty,
  /** Duration as free text: '3 sessions of 90 minutes'. */
  estimatedDuration: line(100),
  /** Ages as free text: 'Grades 3 to 5', '8 to 11 years'. */
  ageGroup: line(100),
  instructions: text(10_000),
  learningObjectives: entries,
  /** An amount after a colon is counted: 'Craft sticks: 20 per student' (see `web/supplies.ts`). */
  materials: entries,
  prerequisites: entries,
  /** A URL after a colon makes a link: 'Kinds of bridges: https://example.org/bridges'. */
  studentResources: entries,
  assessmentCriteria: entries,
  thumbnailUrl: imageUrl,
}

const optionalText = (field: z.ZodString) =>
  field
    .nullable()
    .transform((value) => value || null)
    .default(null)

/** Texts that replace the catalog's; empty or null where the catalog's apply. */
export const customizations = z.object({
  estimatedDuration: optionalText(projectFields.estimatedDuration),
  ageGroup: optionalText(projectFields.ageGroup),
  instructions: optionalText(projectFields.instructions),
  materials: entries
    .nullable()
    .transform((lines) => (lines?.length ? lines : null))
    .default(null),
})

const customizedFields = z.object({
  estimatedDuration: z.string().nullable(),
  ageGroup: z.string().nullable(),
  instructions: z.string().nullable(),
  materials: z.array(z.string()).nullable(),
})

export const adoption = z.object({
  status: adoptionStatus,
  /** Number of sessions with the project, without canceled ones. */
  assignedToSessions: z.number().int(),
  instructorNotes: z.string(),
  customizations: customizedFields,
  updatedAt: instant,
})

export const project = z.object({
  id,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficulty,
  estimatedDuration: z.string(),
  ageGroup: z.string(),
  instructions: z.string(),
  learningObjectives: z.array(z.string()),
  materials: z.array(z.string()),
  prerequisites: z.array(z.string()),
  studentResources: z.array(z.string()),
  assessmentCriteria: z.array(z.string()),
  thumbnailUrl: z.string(),
  /** True for a project of the platform's catalog; otherwise it is the organization's own. */
  isGlobal: z.boolean(),
  /** True if the project can be chosen: neither removed from the catalog nor archived by the organization. */
  isActive: z.boolean(),
  /** null until the organization earmarks the project; own projects always have it. */
  adoption: adoption.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Project = z.infer<typeof project>

export const newProject = z.object({
  ...projectFields,
  description: projectFields.description.default(''),
  category: projectFields.category.default(''),
  difficulty: projectFields.difficulty.default('beginner'),
  estimatedDuration: projectFields.estimatedDuration.default(''),
  ageGroup: projectFields.ageGroup.default(''),
  instructions: projectFields.instructions.default(''),
  learningObjectives: entries.default([]),
  materials: entries.default([]),
  prerequisites: entries.default([]),
  studentResources: entries.default([]),
  assessmentCriteria: entries.default([]),
  thumbnailUrl: imageUrl.default(''),
  isActive: z.boolean().default(true),
})
export type NewProject = z.output<typeof newProject>

/**
 * Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. `isActive`
 * exists for catalog projects only; an organization archives its own by their adoption.
 */
export const projectChange = z.object({ ...projectFields, isActive: z.boolean(), updatedAt: instant }).partial()
export type ProjectChange = z.output<typeof projectChange>

/** Changes only the given fields. `updatedAt` is the adoption's, null without one. Only admins archive and restore. */
export const adoptionChange = z
  .object({ status: adoptionStatus, instructorNotes: text(5000), customizations, updatedAt: instant.nullable() })
  .partial()
export type AdoptionChange = z.output<typeof adoptionChange>

/** Filter by adoption; `none` finds catalog projects without one. */
export const adoptionFilter = z.enum([...adoptionStatuses, 'none'])
export const activityFilter = z.enum(['active', 'inactive'])
export const originFilter = z.enum(['catalog', 'own'])

export const projectFigures = z.object({
  totalProjects: z.number().int(),
  activeProjects: z.number().int(),
  /** Number of distinct categories, without empty ones. */
  categories: z.number().int(),
  beginnerFriendly: z.number().int(),
})

/** Maximum size in bytes: the longest texts and lists in any script. */
const MAX_PROJECT_BYTES = 196_608
const MAX_ADOPTION_BYTES = 98_304

export const projectsContract = {
  listProjects: endpoint({
    method: 'GET',
    path: '/api/projects',
    summary: 'Projects of the catalog and of the organization, by title; searched in title, description and category',
    access: catalogAndStaff,
    query: searchQuery.extend({
      category: line(100).optional(),
      difficulty: difficulty.optional(),
      activity: activityFilter.optional(),
      adoption: adoptionFilter.optional(),
      origin: originFilter.optional(),
    }),
    response: z.array(project),
  }),
  createProject: endpoint({
    method: 'POST',
    path: '/api/projects',
    status: 201,
    summary: 'Add a project of the organization, or to the catalog',
    audit: 'project.created',
    access: catalogAndStaff,
    body: newProject,
    bodyLimit: MAX_PROJECT_BYTES,
    response: project,
  }),
  listCategories: endpoint({
    method: 'GET',
    path: '/api/projects/categories',
    summary: 'Categories that projects have, by name',
    access: catalogAndStaff,
    response: z.array(z.string()),
  }),
  projectFigures: endpoint({
    method: 'GET',
    path: '/api/projects/figures',
    summary: 'How many projects and categories there are',
    access: staff,
    response: projectFigures,
  }),
  getProject: endpoint({
    method: 'GET',
    path: '/api/projects/{id}',
    summary: 'One project, with what the organization does with it',
    access: catalogAndStaff,
    params: z.object({ id }),
    response: project,
  }),
  updateProject: endpoint({
    method: 'PUT',
    path: '/api/projects/{id}',
    summary: 'Change a project of the organization, or of the catalog',
    audit: ['project.updated', 'image.deleted'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: catalogAndStaff,
    params: z.object({ id }),
    body: projectChange,
    bodyLimit: MAX_PROJECT_BYTES,
    response: project,
  }),
  adoptProject: endpoint({
    method: 'PUT',
    path: '/api/projects/{id}/adoption',
    summary: 'Earmark a project, use it, complete or archive it, with notes and changes of the organization',
    audit: ['project.adopted', 'project.earmarked'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: z.object({ id }),
    body: adoptionChange,
    bodyLimit: MAX_ADOPTION_BYTES,
    response: project,
  }),
} as const
