import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { studentImport as answered } from '../contract.ts'

const studentImport = answered
  .omit({
    counts: true,
    kinds: true,
    keptCount: true,
    undoUntil: true,
    importedAt: true,
    undoneAt: true,
    createdAt: true,
  })
  .extend({
    createdAt: z.string(),
    importedAt: z.string().nullable(),
    undoneAt: z.string().nullable(),
  })

/** A list of students that an admin imports. */
export class StudentImportModel extends tableModel('student_imports', studentImport) {}
