import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'

export const incidentSettings = z.object({
  /** True if instructors share their own reports that are not serious. */
  instructorsShare: z.boolean(),
  /** null until the first change. */
  updatedAt: instant.nullable(),
})
export type IncidentSettings = z.infer<typeof incidentSettings>

/** Settings and export of incidents, and people to choose in their forms. */
export const incidentOfficeContract = {
  exportIncidents: endpoint({
    method: 'GET',
    path: '/api/incidents/export',
    summary: 'All submitted incident reports as CSV, for admins and safeguarding leads; the export is recorded',
    audit: 'incidents.exported',
    access: { ...staff, sessionOnly: true },
    response: 'file',
  }),
  listIncidentChildren: endpoint({
    method: 'GET',
    path: '/api/incidents/children',
    summary: 'Children about whom a report can be written, by name; of one session where it is given',
    access: { ...staff, sessionOnly: true },
    query: searchQuery.extend({ sessionId: id.optional() }),
    response: z.array(z.object({ id, name: z.string() })),
  }),
  getIncidentSettings: endpoint({
    method: 'GET',
    path: '/api/incidents/settings',
    summary: 'Who may share incident reports with families',
    access: { ...staff, sessionOnly: true },
    response: incidentSettings,
  }),
  updateIncidentSettings: endpoint({
    method: 'PUT',
    path: '/api/incidents/settings',
    summary: 'Change who may share incident reports with families',
    audit: 'incidents.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...admins, sessionOnly: true },
    body: incidentSettings.partial(),
    response: incidentSettings,
  }),
  listFollowUpOwners: endpoint({
    method: 'GET',
    path: '/api/incidents/owners',
    summary: 'Active staff to whom a follow-up can be given, by name',
    access: { ...staff, sessionOnly: true },
    query: pagingQuery,
    response: z.array(z.object({ id, name: z.string() })),
  }),
} as const
