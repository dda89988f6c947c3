import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import type { BackupOperation } from '../contract.ts'

const waiting: Record<BackupOperation['kind'], string> = {
  create: 'Waiting to back up',
  verify: 'Waiting to verify',
  restore: 'Waiting to restore',
}

/** Progress of an operation, and its current step. */
export function OperationProgress({ operation: { kind, step, progress } }: { operation: BackupOperation }) {
  return <ProgressBar label={step || waiting[kind]} value={progress ?? undefined} />
}
