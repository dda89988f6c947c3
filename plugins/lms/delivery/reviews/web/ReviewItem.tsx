import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { roleNames } from '#core/contract/roles.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { MAX_STARS, type Review } from '../contract.ts'
import { reviewsApi } from './client.ts'

export const formatStars = (stars: number) => `${stars} of ${MAX_STARS} stars`

/** Shows a review; an organization's admins remove unfit ones. */
export function ReviewItem({ review: { id, stars, comment, role, isOwn } }: { review: Review }) {
  const { role: caller } = useUser()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation(
    reviewsApi.removeReview.mutation({
      touches: [reviewsApi.listReviews.key(), reviewsApi.authoredReviews.key(), reviewsApi.ownReview.key()],
    }),
  )
  return (
    <div>
      <strong>{formatStars(stars)}</strong> · {isOwn ? 'You' : roleNames[role]}
      {comment && <p>{comment}</p>}
      {caller === 'tenant_admin' && !isOwn && (
        <>
          <Button
            size="small"
            aria-label={`Remove the review with ${formatStars(stars)}`}
            onPress={() => setAsking(true)}
          >
            Remove
          </Button>
          <ConfirmDialog
            title="Remove this review?"
            confirmLabel="Remove review"
            isOpen={isAsking}
            onOpenChange={setAsking}
            onConfirm={async () => {
              await remove.mutateAsync({ params: { id } })
              notify({ title: 'Review removed' })
            }}
          >
            Its rating no longer counts. The author is not notified and can write a new review.
          </ConfirmDialog>
        </>
      )}
    </div>
  )
}
