import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Restriction } from '../contract.ts'
import * as styles from './RestrictionsDialog.css.ts'
import { restrictionNames } from './restrictionLabels.ts'

interface RestrictionsDialogProps {
  /** Name of the guardian. */
  name: string
  /** Restrictions to show; undefined while the dialog is closed. */
  restrictions: readonly Restriction[] | undefined
  onClose: () => void
}

export function RestrictionsDialog({ name, restrictions, onClose }: RestrictionsDialogProps) {
  return (
    <Dialog
      title={`Restrictions of ${name}`}
      help="Your access to this has been recorded."
      isOpen={restrictions !== undefined}
      onOpenChange={onClose}
    >
      <DialogBody>
        {restrictions?.map((restriction) => (
          <RestrictionCard key={restriction.id} restriction={restriction} />
        ))}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

function RestrictionCard({ restriction }: { restriction: Restriction }) {
  const { kind, documentDate, reviewOn, isReviewDue, notes, verifiedBy, createdAt, liftedAt, liftedBy } = restriction
  return (
    <Card
      title={restrictionNames[kind]}
      level={3}
      isDimmed={liftedAt !== null}
      actions={
        liftedAt === null ? (
          <Badge tone={isReviewDue ? 'amber' : 'red'}>{isReviewDue ? 'In force, review is due' : 'In force'}</Badge>
        ) : (
          <Badge>Lifted</Badge>
        )
      }
    >
      <Facts
        facts={[
          ['Recorded', <DateTime key="recorded" value={createdAt} show="date" />],
          ['Date of the document', <DateTime key="document" value={documentDate} show="date" />],
          ['Review on', <DateTime key="review" value={reviewOn} show="date" />],
          ['Verified by', verifiedBy],
          ...(liftedAt === null
            ? []
            : [
                [
                  'Lifted',
                  <>
                    <DateTime value={liftedAt} show="date" /> by {liftedBy}
                  </>,
                ] as const,
              ]),
        ]}
      />
      {notes && <p className={styles.notes}>{notes}</p>}
    </Card>
  )
}
