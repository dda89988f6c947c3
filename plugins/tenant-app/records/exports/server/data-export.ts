import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { roles } from '#core/contract/roles.ts'
import { exportStatuses } from '../contract.ts'

const row = z.object({
  id: z.uuid(),
  kind: z.enum(['organization', 'person']),
  userId: z.uuid().nullable(),
  studentId: z.uuid().nullable(),
  includesHealth: z.boolean(),
  reason: z.string(),
  status: z.enum(exportStatuses),
  /** Percent. */
  progress: z.number(),
  attempts: z.number(),
  /** Time of the last heartbeat of the worker. */
  touchedAt: z.string(),
  filename: z.string(),
  /** Bytes. */
  size: z.number().nullable(),
  sha256: z.string().nullable(),
  rowCount: z.number().nullable(),
  fileCount: z.number().nullable(),
  missingCount: z.number().nullable(),
  createdBy: z.uuid().nullable(),
  createdByName: z.string(),
  createdByRole: z.enum(roles),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  downloadedAt: z.string().nullable(),
})

/** A requested export. While it is ready, the store has its file under its id. */
export class DataExportModel extends tableModel('data_exports', row) {}
