import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import type { Period } from '../../../base/points/contract.ts'
import { PointsTable } from '../../../base/points/web/PointsTable.tsx'
import { pointsMeaning } from '../../../base/points/web/pointsExplanation.tsx'
import { periodLabels } from './leaderboardLabels.ts'

interface PointsDialogProps {
  studentId: string | undefined
  period: Period
  onClose: () => void
}

/** Explains a student's points by their entries, for admins. */
export function PointsDialog({ studentId, period, onClose }: PointsDialogProps) {
  return (
    <Dialog
      title="Why this number"
      help={`${periodLabels[period]}. ${pointsMeaning}`}
      size="large"
      isOpen={studentId !== undefined}
      onOpenChange={onClose}
    >
      <DialogBody>{studentId && <PointsTable studentId={studentId} period={period} />}</DialogBody>
    </Dialog>
  )
}
