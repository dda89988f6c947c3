import { createClient } from '#core/web/client.ts'
import { peopleReads } from '../../people/web/client.ts'
import { studentReads } from '../../students/web/client.ts'
import { importsContract } from '../contract.ts'

export const importsApi = createClient(importsContract)

/** What an import that is done or undone shows in: students, and the guardians whom it has made. */
export const importReads = [importsApi.listImports.key(), ...studentReads, ...peopleReads]
