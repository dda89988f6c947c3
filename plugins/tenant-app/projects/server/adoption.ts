import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { adoption } from '../contract.ts'

const ofOrganization = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  ...adoption.pick({ status: true, instructorNotes: true, customizations: true }).shape,
  updatedAt: z.string(),
})

/** What an organization does with a project: of the catalog once it has earmarked it, of its own from the start. */
export class AdoptionModel extends tableModel('tenant_projects', ofOrganization) {}
