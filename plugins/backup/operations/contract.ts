import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'

const count = z.number().int()

const backupStatuses = ['in_progress', 'completed', 'failed'] as const

/** `safety` was made by a restore, of what it was about to replace; `upgrade` before a new version migrated the database. */
const backupTriggers = ['manual', 'schedule', 'command', 'safety', 'upgrade'] as const

const backupOperationKinds = ['create', 'verify', 'restore'] as const

/** Something that is done with a backup, or was done last. */
export const backupOperation = z.object({
  id,
  kind: z.enum(backupOperationKinds),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Current step, for users: 'Saving users'. */
  step: z.string(),
  /** Per cent, 0 to 100; null if unknown. */
  progress: z.number().min(0).max(100).nullable(),
  /** Outcome, for users; null until it has ended. */
  message: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})
export type BackupOperation = z.infer<typeof backupOperation>

/** An archive, of everything or of one organization (spec part 2, section 3). */
export const backup = z.object({
  id,
  /** The file's name, which a restore asks to type. */
  name: z.string(),
  timestamp: instant,
  status: z.enum(backupStatuses),
  /** Bytes of the archive; 0 until it is complete. */
  size: count,
  tenantCount: count,
  userCount: count,
  tables: z.array(z.string()),
  errorMessage: z.string().nullable(),
  trigger: z.enum(backupTriggers),
  /** The organization that it holds, as it was called then; null for everything. */
  tenantName: z.string().nullable(),
  isEncrypted: z.boolean(),
  /** The archive holds the contents of its files; otherwise they lie beside it. */
  isSelfContained: z.boolean(),
  /** Contents of files that it lists; null until it is complete, and where that was not kept. */
  fileCount: count.nullable(),
  location: z.enum(['disk', 's3']),
  /** True if the file is still where it was put. */
  isAvailable: z.boolean(),
  finishedAt: instant.nullable(),
  /** The last verification. */
  verification: z.object({ valid: z.boolean(), message: z.string(), verifiedAt: instant }).nullable(),
  /** Operation that is running on it, or the last one. */
  operation: backupOperation.nullable(),
})
export type Backup = z.infer<typeof backup>

const answer = z.object({ message: z.string() })
/** Started operation, which goes on when the caller no longer waits; the list shows how it ended. */
const started = answer.extend({ operation: backupOperation })

const passphrase = text(200)

export const restoreRequest = z.object({
  /** Name of the backup, typed by the user as a confirmation. */
  name: requiredText(200),
  /** For an archive of another installation; this one's own is used otherwise. */
  passphrase: passphrase.optional(),
  /** For the backup of one organization: makes a new organization of it under this subdomain. */
  subdomain: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]{1,50}$/, 'Use lowercase letters and digits')
    .optional(),
})
export type RestoreRequest = z.infer<typeof restoreRequest>

const superAdmin = { who: ['superadmin'], hosts: 'platform' } as const
const backupId = z.object({ id })

export const backupContract = {
  listBackups: endpoint({
    method: 'GET',
    path: '/api/admin/backup/list',
    summary: 'Backups, newest first, with what is being done with them',
    access: { ...superAdmin, scope: 'none' },
    query: pagingQuery,
    response: z.array(backup),
  }),
  createBackup: endpoint({
    method: 'POST',
    path: '/api/admin/backup/create',
    summary: 'Back up everything, or one organization; answers when it is done, or after 20 seconds',
    rateLimit: 30,
    audit: 'backup.create-started',
    access: { ...superAdmin, scope: 'none' },
    body: z.object({ tenantId: id.optional() }).optional(),
    errors: [422],
    response: started,
  }),
  triggerBackup: endpoint({
    method: 'POST',
    path: '/api/admin/backup/trigger',
    summary: 'Make the scheduled backup now, with its retention, and answer at once',
    rateLimit: 30,
    audit: 'backup.create-started',
    access: { ...superAdmin, scope: 'none' },
    response: started,
  }),
  verifyBackup: endpoint({
    method: 'POST',
    path: '/api/admin/backup/verify/{id}',
    summary: 'Read an archive back: checksums, counts and a trial restore; answers when done, or after 20 seconds',
    rateLimit: 30,
    audit: 'backup.verify-started',
    access: { ...superAdmin, scope: 'none' },
    params: backupId,
    body: z.object({ passphrase: passphrase.optional() }).optional(),
    /** `valid` is null while it is still running. */
    errors: [422],
    response: started.extend({ valid: z.boolean().nullable() }),
  }),
  restoreBackup: endpoint({
    method: 'POST',
    path: '/api/admin/backup/restore/{id}',
    summary: 'Put back what an archive holds; answers when it is done, or after 20 seconds',
    rateLimit: 10,
    audit: 'backup.restore-started',
    access: { ...superAdmin, scope: 'none', recentlyConfirmed: true },
    params: backupId,
    body: restoreRequest,
    errors: [422],
    response: started,
  }),
  downloadBackup: endpoint({
    method: 'GET',
    path: '/api/admin/backup/download/{id}',
    summary: 'The archive as a file, or one that holds the contents of its files as well',
    rateLimit: 30,
    audit: 'backup.downloaded',
    access: { ...superAdmin, scope: 'none', recentlyConfirmed: true },
    params: backupId,
    /** `inside` packs what lies beside the archive into it. */
    query: z.object({ files: z.enum(['beside', 'inside']).default('beside') }),
    errors: [409, 422],
    response: 'file',
  }),
  deleteBackup: endpoint({
    method: 'DELETE',
    path: '/api/admin/backup/{id}',
    summary: 'Delete an archive and its record',
    audit: 'backup.deleted',
    access: { ...superAdmin, scope: 'none' },
    params: backupId,
    response: 'none',
  }),
} as const
