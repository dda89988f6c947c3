import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { growingQuery } from '#core/contract/paging.ts'
import { staffAndParents } from '../../contract.ts'

/** Shared incident for guardians: the text for the family, without the report. */
export const familyIncident = z.object({
  id,
  occurredAt: instant,
  familyText: z.string(),
  sharedAt: instant,
  sharedByName: z.string(),
  /** The guardian's own acknowledgment; null until then. */
  own: z.object({ disagrees: z.boolean(), words: z.string(), acknowledgedAt: instant }).nullable(),
})
export type FamilyIncident = z.infer<typeof familyIncident>

export const newAcknowledgment = z
  .object({
    typedName: requiredText(200, 'Type your full name'),
    disagrees: z.boolean().default(false),
    words: text(2000).default(''),
  })
  .refine(({ disagrees, words }) => !disagrees || words !== '', {
    message: 'Write what you see differently',
    path: ['words'],
  })
export type NewAcknowledgment = z.output<typeof newAcknowledgment>

const guardian = { who: ['parent'], hosts: 'tenant', scope: 'tenant', whileReadOnly: true } as const

export const familyIncidentsContract = {
  listFamilyIncidents: endpoint({
    method: 'GET',
    path: '/api/students/{id}/incidents',
    summary: 'What was shared of incidents of an own child, the latest first, 25 unless said otherwise',
    access: { ...guardian, sessionOnly: true },
    params: z.object({ id }),
    query: growingQuery,
    response: z.array(familyIncident),
  }),
  acknowledgeIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/acknowledgment',
    status: 204,
    summary: 'Acknowledge a shared incident of an own child with the typed name, or say what one sees differently',
    audit: 'incident.acknowledged',
    access: { ...guardian, sessionOnly: true },
    params: z.object({ id }),
    body: newAcknowledgment,
    response: 'none',
  }),
  exportIncident: endpoint({
    method: 'GET',
    path: '/api/incidents/{id}/pdf',
    summary:
      'An incident report as PDF: for admins and leads the whole, for guardians the text for the family; recorded',
    audit: 'incident.exported',
    access: { ...staffAndParents, scope: 'none', sessionOnly: true },
    params: z.object({ id }),
    response: 'file',
  }),
} as const
