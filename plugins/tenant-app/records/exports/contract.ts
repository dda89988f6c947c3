import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins } from '../../contract.ts'

/** Days for which an export can be downloaded. */
export const DOWNLOAD_DAYS = 7

export const exportStatuses = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const

export const dataExport = z.object({
  id,
  status: z.enum(exportStatuses),
  /** Percent, 0 to 100. */
  progress: z.number().int(),
  filename: z.string(),
  /** Bytes; null until it is ready. */
  size: z.number().int().nullable(),
  /** Number of rows in all tables; null until it is ready. */
  rowCount: z.number().int().nullable(),
  fileCount: z.number().int().nullable(),
  /** Number of files without contents, which the manifest names. */
  missingCount: z.number().int().nullable(),
  /** True if it includes health, emergency contacts and restrictions. */
  includesHealth: z.boolean(),
  createdByName: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Time until which it can be downloaded. */
  expiresAt: instant.nullable(),
  downloadedAt: instant.nullable(),
})
export type DataExport = z.infer<typeof dataExport>

export const newExport = z
  .object({
    /** True to include health, emergency contacts and restrictions, recorded in each student's ledger. */
    includesHealth: z.boolean().default(false),
    /** Purpose of the health data. */
    reason: text(500).default(''),
  })
  .refine(({ includesHealth, reason }) => !includesHealth || reason !== '', {
    path: ['reason'],
    message: 'Write what the health data is needed for',
  })

/** Access of the organization's own admins: no other user gets an export of all data. */
const ownAdmins = { sessionOnly: true, ...admins, whileReadOnly: true } as const
const byId = z.object({ id })

export const exportsContract = {
  listExports: endpoint({
    method: 'GET',
    path: '/api/exports',
    summary: 'Exports of all of the organization’s data, newest first',
    access: { ...admins, sessionOnly: true },
    query: pagingQuery,
    response: z.array(dataExport),
  }),
  createExport: endpoint({
    method: 'POST',
    path: '/api/exports',
    status: 202,
    summary: 'Begin to put all of the organization’s data into one ZIP, which its admins can download for seven days',
    rateLimit: 10,
    audit: 'export.started',
    access: { ...ownAdmins, recentlyConfirmed: true },
    body: newExport,
    response: dataExport,
  }),
  cancelExport: endpoint({
    method: 'POST',
    path: '/api/exports/{id}/cancel',
    summary: 'Stop making an export',
    audit: 'export.cancelled',
    access: ownAdmins,
    params: byId,
    response: dataExport,
  }),
  deleteExport: endpoint({
    method: 'DELETE',
    path: '/api/exports/{id}',
    summary: 'Delete an export before its time',
    audit: 'export.deleted',
    access: ownAdmins,
    params: byId,
    response: 'none',
  }),
  downloadExport: endpoint({
    method: 'GET',
    path: '/api/exports/{id}/download',
    summary: 'An export as a file, or a part of it; each download is recorded',
    rateLimit: 60,
    audit: 'export.downloaded',
    unaudited: 'A later part of a download that is recorded already',
    access: { who: ['tenant_admin'], hosts: 'both', scope: 'none', recentlyConfirmed: true },
    params: byId,
    errors: [416],
    response: 'file',
  }),
} as const
