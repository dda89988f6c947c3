import type { PersonalData } from '#core/server/personal-data.ts'
import { beforeStudent, mediaTables } from './media.ts'
import { peopleTables } from './people.ts'
import { programTables } from './programs.ts'

/** What the tables of students, families and programs keep of people. */
export const tenantAppPersonalData: PersonalData = {
  tables: { ...peopleTables, ...programTables, ...mediaTables },
  before: { student: beforeStudent },
}
