import type { TenantScope } from '#core/server/core.ts'
import type { Reading } from './check-row.ts'
import type { StudentImportModel } from './import.ts'

type ReadFile = Pick<StudentImportModel, 'mapping' | 'dateOrder' | 'nameOrder' | 'headers' | 'questions'>

/** Collects the settings by which the rows of an import are read now. */
export const readingOf = (scope: TenantScope, file: ReadFile): Reading => ({
  mapping: file.mapping,
  dateOrder: file.dateOrder,
  nameOrder: file.nameOrder,
  thisYear: scope.core.clock.now().getUTCFullYear(),
  columnCount: file.headers.length,
  isEncodingSure: !file.questions.includes('encoding'),
})
