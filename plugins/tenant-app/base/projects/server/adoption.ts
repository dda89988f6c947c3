import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { adoption } from '../contract.ts'

const ofOrganization = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  ...adoption.pick({ status: true, instructorNotes: true, customizations: true }).shape,
  updatedAt: z.string(),
})

/** Adoption of a project: of a catalog project once it is earmarked, of an own one from the start. */
export class AdoptionModel extends tableModel('tenant_projects', ofOrganization) {}
