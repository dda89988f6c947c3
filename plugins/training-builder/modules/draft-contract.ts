import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { editors, givenModules, MAX_MODULES_BODY_BYTES, projectModules, trainingModule } from './contract.ts'

const shownSection = trainingModule.shape.content.shape.sections.element

/** Module of a draft: a new one has no id yet. */
const draftModule = trainingModule.omit({ order: true, originId: true, updatedAt: true }).extend({
  id: id.optional(),
  content: z.object({ sections: z.array(shownSection.extend({ id: id.optional() })) }),
})

/** Other editors with unsaved changes to the same modules. */
const others = z.array(
  z.object({
    /** null: a super admin, on an organization's host. */
    name: z.string().nullable(),
    /** Time of their last change. */
    at: instant,
  }),
)

export const builderState = projectModules.extend({
  /** Unsaved draft of the caller. */
  draft: z
    .object({
      modules: z.array(draftModule),
      /** Version of the modules that it began with: another current version means a save since. */
      baseVersion: z.number().int(),
      /** Modules that it began with, if they were saved over since; null if unknown. */
      base: z.array(trainingModule).nullable(),
      updatedAt: instant,
    })
    .nullable(),
  others,
})
export type BuilderState = z.output<typeof builderState>

const keptDraft = z.object({ updatedAt: instant, others })
export type KeptDraft = z.output<typeof keptDraft>

const givenDraft = z.object({ modules: givenModules, baseVersion: z.number().int().min(0).max(2_000_000_000) })
export type GivenDraft = z.output<typeof givenDraft>

const project = z.object({ projectId: id })
const unaudited = 'A draft is its editor’s alone until it is saved'

export const draftsContract = {
  builderState: endpoint({
    method: 'GET',
    path: '/api/projects/{projectId}/training-builder',
    summary: 'Modules of a project for their editors, with the own draft, and who else is writing',
    access: editors,
    params: project,
    response: builderState,
  }),
  keepDraft: endpoint({
    method: 'PUT',
    path: '/api/projects/{projectId}/training-draft',
    summary: 'Keep what is written and not saved yet',
    unaudited,
    access: editors,
    params: project,
    body: givenDraft,
    bodyLimit: MAX_MODULES_BODY_BYTES,
    response: keptDraft,
  }),
  dropDraft: endpoint({
    method: 'DELETE',
    path: '/api/projects/{projectId}/training-draft',
    summary: 'Discard what is written and not saved',
    unaudited,
    access: editors,
    params: project,
    response: 'none',
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: '/api/projects/{projectId}/deleted-training-modules',
    summary: 'Modules that were deleted in the last 30 days, the newest first; saved among the others they come back',
    access: editors,
    params: project,
    response: z.array(trainingModule.extend({ deletedAt: instant })),
  }),
} as const
