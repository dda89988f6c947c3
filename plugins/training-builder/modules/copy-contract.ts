import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { MAX_MODULES, projectModules, trainingModule } from './contract.ts'

/** Access of an organization's admins to its copies. */
const copiers = { who: ['tenant_admin'], hosts: 'both', scope: 'tenant' } as const

const catalogChange = z.object({
  /** Id of the catalog's module. */
  catalogId: id,
  /** Kind of its change in the catalog since it was copied here, or declined. */
  kind: z.enum(['changed', 'added', 'removed']),
  title: z.string(),
  own: trainingModule.nullable(),
  catalog: trainingModule.nullable(),
})
export type CatalogChange = z.output<typeof catalogChange>

export const catalogChanges = z.object({
  /** Compared versions of the copy and of the catalog's modules. */
  version: z.number().int(),
  catalogVersion: z.number().int(),
  changes: z.array(catalogChange),
})
export type CatalogChanges = z.output<typeof catalogChanges>

const decisions = z.object({
  version: z.number().int(),
  catalogVersion: z.number().int(),
  decisions: z
    .array(z.object({ catalogId: id, choice: z.enum(['take', 'keep']) }))
    .min(1, 'Decide about one at least')
    .max(2 * MAX_MODULES, `At most ${2 * MAX_MODULES}`),
})
export type Decisions = z.output<typeof decisions>

const project = z.object({ projectId: id })

export const copiesContract = {
  catalogChanges: endpoint({
    method: 'GET',
    path: '/api/projects/{projectId}/training-catalog-changes',
    summary: 'What has changed in the catalog since the organization copied a project’s modules',
    access: copiers,
    params: project,
    response: catalogChanges,
  }),
  decideChanges: endpoint({
    method: 'PUT',
    path: '/api/projects/{projectId}/training-catalog-changes',
    summary: 'Take what has changed in the catalog into the own copy, or keep the copy as it is',
    audit: 'training.compared',
    access: { ...copiers, needs: 'training-builder' },
    params: project,
    body: decisions,
    response: projectModules,
  }),
} as const
