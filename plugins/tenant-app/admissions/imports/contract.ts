import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins } from '../../contract.ts'
import { exportContract } from '../students/export-contract.ts'

/** Maximum size of a file in bytes: 10,000 rows take two to three million. */
const MAX_BYTES = 5 * 1024 ** 2
export const MAX_ROWS = 10_000

/** Number of unwritten imports stored per organization: the newest ones. Written imports are stored besides. */
export const MAX_UNWRITTEN_IMPORTS = 5

/** Number of imports in a list: the rows of each are counted for it. */
export const MAX_LISTED_IMPORTS = 50

/** Days in which an import can be undone; afterwards its undo data is deleted. */
export const UNDO_DAYS = 14

const guardianFields = ['FirstName', 'LastName', 'Email', 'Phone', 'Relationship'] as const

/** Columns of an export, in their order. */
export const exportFields = [
  'id',
  'firstName',
  'lastName',
  'dateOfBirth',
  'grade',
  'group',
  ...guardianFields.map((field) => `guardian1${field}` as const),
  ...guardianFields.map((field) => `guardian2${field}` as const),
] as const

/** Health fields. They become proposals for the student's health record and are shown nowhere else. */
export const healthFields = ['allergies', 'medicalNotes', 'medication'] as const

/** Fields that a column may hold; other programs export whole names. */
export const importFields = [
  ...exportFields,
  'fullName',
  'guardian1FullName',
  'guardian2FullName',
  ...healthFields,
] as const
export type ImportField = (typeof importFields)[number]

/** Names of columns on screens and in exports, by which an import recognizes them again. */
export const fieldNames: Record<ImportField, string> = {
  id: 'Student ID',
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of Birth',
  grade: 'Grade',
  group: 'Group',
  guardian1FirstName: 'Guardian 1 First Name',
  guardian1LastName: 'Guardian 1 Last Name',
  guardian1Email: 'Guardian 1 Email',
  guardian1Phone: 'Guardian 1 Phone',
  guardian1Relationship: 'Guardian 1 Relationship',
  guardian2FirstName: 'Guardian 2 First Name',
  guardian2LastName: 'Guardian 2 Last Name',
  guardian2Email: 'Guardian 2 Email',
  guardian2Phone: 'Guardian 2 Phone',
  guardian2Relationship: 'Guardian 2 Relationship',
  fullName: 'Full Name',
  guardian1FullName: 'Guardian 1 Full Name',
  guardian2FullName: 'Guardian 2 Full Name',
  allergies: 'Health: Allergies',
  medicalNotes: 'Health: Medical Notes',
  medication: 'Health: Medication',
}

const importField = z.enum(importFields)
const texts = z.partialRecord(importField, z.string())

/** Column index of each field, from 0; fields without a column are left out. */
const mapping = z.partialRecord(importField, z.int().min(0).max(199))
export type Mapping = z.output<typeof mapping>

/** Order in dates with slashes or dots; dates as 2016-05-31 are always understood. */
export const dateOrders = ['day-first', 'month-first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Order in whole names without a comma; `Lopez, Ana` has the last name first by its comma. */
export const nameOrders = ['first-last', 'last-first'] as const
export type NameOrder = (typeof nameOrders)[number]

/** Encodings of files of text, as spreadsheet programs name them. */
export const encodings = [
  'UTF-8',
  'UTF-16',
  'Windows-1252',
  'Windows-1250',
  'Windows-1251',
  'Windows-1253',
  'Windows-1254',
  'Windows-1255',
  'Windows-1256',
  'Windows-1257',
  'Windows-1258',
  'Mac Roman',
  'Shift-JIS',
  'EUC-KR',
  'GBK',
  'Big5',
] as const
export type Encoding = (typeof encodings)[number]

/** Encoding of an import that was a workbook. */
export const WORKBOOK_ENCODING = 'Workbook'

/** A possible encoding of a file that does not state its own, with a sample of its names. */
const encodingChoice = z.object({ encoding: z.enum(encodings), sample: z.string() })
export type EncodingChoice = z.infer<typeof encodingChoice>

/** Encoding of an import that was an archive of OneRoster, with its version. */
export const rosterEncoding = (version: string): string => `OneRoster ${version}`

/** Formats of files: a table of students, or an archive of OneRoster CSV. */
const importFormats = ['table', 'oneroster'] as const

/** Kinds of rows of a roster; 'other' is a line that cannot be read. */
export const rosterKinds = ['student', 'guardian', 'class', 'membership', 'staff', 'other'] as const
export type RosterKind = (typeof rosterKinds)[number]

/** Questions about a file that a user answers before the import. */
export const importQuestions = ['encoding', 'dateOrder'] as const
export type ImportQuestion = (typeof importQuestions)[number]

const importStatuses = ['ready', 'importing', 'done', 'failed', 'undone'] as const
export const outcomes = ['new', 'changed', 'same', 'wrong'] as const
export type Outcome = (typeof outcomes)[number]

const count = z.number().int()
const outcomeCounts = z.object({ new: count, changed: count, same: count, wrong: count } satisfies Record<
  Outcome,
  typeof count
>)

export const studentImport = z.object({
  id,
  filename: z.string(),
  status: z.enum(importStatuses),
  /** Encoding of the file, one of `encodings`, or `Workbook`. */
  encoding: z.string(),
  /** Possible encodings where the file does not state its own; empty where it does. */
  encodingChoices: z.array(encodingChoice),
  /** Row number of the headers in the file, from 1: titles may precede them. */
  headerRow: count,
  /** The columns of the file. */
  headers: z.array(z.string()),
  /** First values of each column; empty for a column with health data. */
  samples: z.array(z.array(z.string())),
  mapping,
  dateOrder: z.enum(dateOrders),
  nameOrder: z.enum(nameOrders),
  /** Open questions; the import cannot start before each is answered. */
  questions: z.array(z.enum(importQuestions)),
  rowCount: count,
  counts: outcomeCounts,
  format: z.enum(importFormats),
  /** Counts of a roster by kind; empty for a table. */
  kinds: z.array(outcomeCounts.extend({ kind: z.enum(rosterKinds) })),
  /** Remarks on a roster as a whole: its parts that are not imported. */
  remarks: z.array(z.string()),
  /** Number of rows that the import has written so far. */
  progress: count,
  /** Number of rows that could not be undone. */
  keptCount: count,
  createdBy: z.string(),
  createdAt: instant,
  importedAt: instant.nullable(),
  undoneAt: instant.nullable(),
  /** End of the time in which the import can be undone; null where it cannot be undone. */
  undoUntil: instant.nullable(),
})
export type StudentImport = z.infer<typeof studentImport>

export const importRow = z.object({
  /** Number of the row below the headers, from 1. */
  number: count,
  outcome: z.enum(outcomes),
  /** Parsed values: names split into parts, dates as 2016-05-31. Health data is `Hidden`. */
  values: texts,
  /** Errors by field. */
  errors: texts,
  /** Values that a changed row replaces. */
  was: texts,
  /** Remark on the outcome, such as a note that the row belongs to an earlier one. */
  note: z.string().nullable(),
  studentId: id.nullable(),
  /** Reason why the row could not be undone. */
  keptReason: z.string().nullable(),
  /** Roster line; null for a row of a table. */
  roster: z
    .object({
      kind: z.enum(rosterKinds),
      file: z.string(),
      /** Line number in the file, from 1; null for a record that the file lacks. */
      line: count.nullable(),
      name: z.string(),
      details: z.array(z.string()),
    })
    .nullable(),
})
export type ImportRow = z.infer<typeof importRow>

const params = z.object({ id })

export const importsContract = {
  ...exportContract,
  downloadTemplate: endpoint({
    method: 'GET',
    path: '/api/student-imports/template',
    summary: 'A CSV with the columns of an import and two example rows',
    access: admins,
    response: 'file',
  }),
  listImports: endpoint({
    method: 'GET',
    path: '/api/student-imports',
    summary: 'Imports of students, newest first',
    access: admins,
    query: pagingQuery.extend({
      limit: pagingQuery.shape.limit.unwrap().max(MAX_LISTED_IMPORTS, `At most ${MAX_LISTED_IMPORTS}`).optional(),
    }),
    response: z.array(studentImport),
  }),
  createImport: endpoint({
    method: 'POST',
    path: '/api/student-imports',
    status: 201,
    rateLimit: 10,
    summary:
      'Read a CSV or XLSX of students, or a ZIP of OneRoster CSV, and say what would come of each row; nothing is imported, five such are kept',
    unaudited: 'Nothing is imported yet',
    access: admins,
    upload: { field: 'file', maxBytes: MAX_BYTES },
    response: studentImport,
  }),
  getImport: endpoint({
    method: 'GET',
    path: '/api/student-imports/{id}',
    summary: 'One import of students',
    access: admins,
    params,
    response: studentImport,
  }),
  mapImport: endpoint({
    method: 'PUT',
    path: '/api/student-imports/{id}/mapping',
    rateLimit: 10,
    summary: 'Say which column holds what, and look at each row anew',
    unaudited: 'Nothing is imported yet',
    access: admins,
    params,
    body: z.object({
      mapping,
      /** Sets the order of dates; without it, an open question stays open. */
      dateOrder: z.enum(dateOrders).optional(),
      nameOrder: z.enum(nameOrders).optional(),
    }),
    response: studentImport,
  }),
  readImportAgain: endpoint({
    method: 'PUT',
    path: '/api/student-imports/{id}/reading',
    rateLimit: 10,
    summary: 'Say how the file is encoded or which row has the headers, and read it anew',
    unaudited: 'Nothing is imported yet',
    access: admins,
    params,
    body: z.object({ encoding: z.enum(encodings).optional(), headerRow: z.int().min(1).max(MAX_ROWS).optional() }),
    response: studentImport,
  }),
  listImportRows: endpoint({
    method: 'GET',
    path: '/api/student-imports/{id}/rows',
    summary: 'Rows of an import as they were read, with what comes of each',
    access: admins,
    params,
    query: pagingQuery.extend({
      outcome: z.enum(outcomes).optional(),
      /** Filters by kind, in a roster. */
      kind: z.enum(rosterKinds).optional(),
      /** Filters rows that could not be undone. */
      kept: z.literal('1').optional(),
    }),
    response: z.array(importRow),
  }),
  startImport: endpoint({
    method: 'POST',
    path: '/api/student-imports/{id}/start',
    status: 202,
    summary: 'Import the rows that are new or changed; wrong ones are left out',
    audit: 'students.imported',
    access: admins,
    params,
    response: studentImport,
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/api/student-imports/{id}/undo',
    summary: 'Undo an import within 14 days, row by row; rows on which something was built stay, with the reason',
    audit: 'students.import-undone',
    access: admins,
    params,
    response: studentImport,
  }),
} as const
