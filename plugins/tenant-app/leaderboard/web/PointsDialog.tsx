import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import type { Period } from '../contract.ts'
import { PointsTable } from './PointsTable.tsx'
import { periodWords } from './leaderboardWords.ts'

interface PointsDialogProps {
  studentId: string | undefined
  period: Period
  onClose: () => void
}

/** Why somebody has as many points; for admins. */
export function PointsDialog({ studentId, period, onClose }: PointsDialogProps) {
  return (
    <Dialog
      title="Why this number"
      help={`${periodWords[period]}: the points are the sum of these entries. What is taken back stands beside what it takes back.`}
      size="large"
      isOpen={studentId !== undefined}
      onOpenChange={onClose}
    >
      <DialogBody>{studentId && <PointsTable studentId={studentId} period={period} />}</DialogBody>
    </Dialog>
  )
}
