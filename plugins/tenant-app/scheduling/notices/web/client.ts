import { createClient } from '#core/web/client.ts'
import { childReads } from '../../../shared/web/slots.ts'
import { noticesContract } from '../contract.ts'
import { familyLinksContract } from '../links-contract.ts'

export const noticesApi = createClient(noticesContract)

/** Queries that show a child's absence or answer. */
export const absenceReads = (studentId: string) => [
  noticesApi.listChildSessions.key({ params: { id: studentId } }),
  noticesApi.listAbsences.key({ params: { id: studentId } }),
  childReads,
  ['api', 'calendar'],
  ['api', 'tenant', 'dashboard'],
]

export const familyLinksApi = createClient(familyLinksContract)
