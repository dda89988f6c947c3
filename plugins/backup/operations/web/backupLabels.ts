import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { Notification } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Backup, BackupOperation } from '../contract.ts'

export const statusLabels: Record<Backup['status'], { label: string; tone: BadgeTone }> = {
  in_progress: { label: 'In progress', tone: 'blue' },
  completed: { label: 'Completed', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
}

export const triggerLabels: Record<Backup['trigger'], string> = {
  manual: 'Manual',
  schedule: 'Scheduled',
  command: 'Command line',
  safety: 'Before a restore',
  upgrade: 'Before an upgrade',
}

/** Name of what the backup holds. */
export const subjectOf = ({ tenantName }: Pick<Backup, 'tenantName'>) => tenantName ?? 'Everything'

/** True if the archive alone is not everything. */
export const hasFilesBeside = ({ fileCount, isSelfContained }: Backup) => (fileCount ?? 0) > 0 && !isSelfContained

type Listed = Pick<Backup, 'status' | 'fileCount' | 'isSelfContained'>

export function filesText({ status, fileCount, isSelfContained }: Listed): string {
  // Completed backups lack a count only if an older version made them.
  if (fileCount === null) return status === 'completed' ? 'Not counted' : '—'
  if (fileCount === 0) return 'None'
  return `${fileCount.toLocaleString()}, ${isSelfContained ? 'in the archive' : 'beside the archive'}`
}

/** Operation that is running on the backup now. */
export function runningOperation({ operation }: Backup): BackupOperation | undefined {
  return operation && isUnderWay(operation) ? operation : undefined
}

export function isUnderWay({ status }: BackupOperation): boolean {
  return status === 'waiting' || status === 'running'
}

/** True if it can be verified and restored (spec part 2, section 4). */
export const isUsable = ({ status, isAvailable }: Backup) => status === 'completed' && isAvailable

type Ending = Pick<BackupOperation, 'kind' | 'status' | 'message'>

const failures: Record<BackupOperation['kind'], { title: string; fallback: string }> = {
  create: { title: 'Backup Failed', fallback: 'Failed to create backup' },
  verify: { title: 'Verification Failed', fallback: 'Failed to verify backup' },
  restore: { title: 'Restore Failed', fallback: 'Failed to restore backup' },
}

/**
 * Notification for users when an operation has ended (spec part 2, section 8); nothing while it is under way.
 * @param valid what a verification has found
 */
export function endingOf({ kind, status, message }: Ending, valid: boolean | null): Notification | undefined {
  const description = message ?? undefined
  if (status === 'failed') return failureNotification(kind, message)
  if (status !== 'done') return undefined
  if (kind === 'create') return { title: 'Backup Created', description }
  if (kind === 'restore') return { title: 'Database Restored', description }
  if (valid === true) return { title: 'Backup Valid', description }
  return { title: 'Backup Invalid', description, tone: 'destructive' }
}

/** @param message what the server said, if anything */
export function failureNotification(kind: BackupOperation['kind'], message: string | null): Notification {
  const { title, fallback } = failures[kind]
  return { title, description: message ?? fallback, tone: 'destructive' }
}

/** Milliseconds for which the notice is shown: long enough for both sentences. A full restore ends all sessions. */
export const signedOutByRestore: Notification = {
  title: 'Database Restored',
  description: 'The backup was restored. Please sign in again.',
  duration: 20_000,
}
