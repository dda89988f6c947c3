import { createClient } from '#core/web/client.ts'
import { studentsContract } from '../contract.ts'
import { exportContract } from '../export-contract.ts'
import { progressContract } from '../progress-contract.ts'

export const studentsApi = createClient(studentsContract)
export const exportApi = createClient(exportContract)
export const progressApi = createClient(progressContract)

/** Queries that show a new or changed student: lists, pages, the portal, and numbers and activity on dashboards. */
export const studentReads = [
  studentsApi.listStudents.key(),
  ['api', 'children'],
  ['api', 'tenant', 'dashboard'],
  ['api', 'tenant', 'stats'],
  ['api', 'tenant', 'activity'],
]
