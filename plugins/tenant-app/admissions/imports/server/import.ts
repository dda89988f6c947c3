import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { dateOrders, importFields, importStatuses } from '../contract.ts'

const studentImport = z.object({
  id: z.uuid(),
  filename: z.string(),
  status: z.enum(importStatuses),
  encoding: z.string(),
  headers: z.array(z.string()),
  mapping: z.partialRecord(z.enum(importFields), z.number()),
  dateOrder: z.enum(dateOrders),
  rowCount: z.number(),
  /** Rows that the running import has written. */
  progress: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  importedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
})

/** A list of students that somebody imports. */
export class StudentImportModel extends tableModel('student_imports', studentImport) {}
