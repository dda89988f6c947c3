import { createClient } from '#core/web/client.ts'
import { incidentsContract } from '../contract.ts'
import { familyIncidentsContract } from '../family-contract.ts'
import { incidentOfficeContract } from '../office-contract.ts'

export const incidentsApi = createClient(incidentsContract)
export const incidentOfficeApi = createClient(incidentOfficeContract)
export const familyIncidentsApi = createClient(familyIncidentsContract)

/** Queries that show a changed report. */
export const incidentReads = [['api', 'incidents']]
