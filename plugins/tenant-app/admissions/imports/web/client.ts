import { createClient } from '#core/web/client.ts'
import { peopleReads } from '../../../base/people/web/client.ts'
import { studentReads } from '../../students/web/client.ts'
import { importsContract } from '../contract.ts'

export const importsApi = createClient(importsContract)

/** Queries that show a finished or undone import: students, and added guardians. */
export const importReads = [importsApi.listImports.key(), ...studentReads, ...peopleReads]
