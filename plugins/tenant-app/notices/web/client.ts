import { createClient } from '#core/web/client.ts'
import { childReads } from '../../web/places.ts'
import { noticesContract } from '../contract.ts'

export const noticesApi = createClient(noticesContract)

/** What a child's absence or answer shows in. */
export const absenceReads = (studentId: string) => [
  noticesApi.listChildSessions.key({ params: { id: studentId } }),
  noticesApi.listAbsences.key({ params: { id: studentId } }),
  childReads,
  ['api', 'calendar'],
  ['api', 'tenant', 'dashboard'],
]
