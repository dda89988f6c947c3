import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import type { Course } from '../../../authoring/courses/contract.ts'
import { reviewsApi } from './client.ts'
import { ReviewItem } from './ReviewItem.tsx'

interface ReviewsDialogProps {
  course: Course
  isOpen: boolean
  onClose: () => void
}

/** Shows reviews of a course to its authors. */
export function ReviewsDialog({ course, isOpen, onClose }: ReviewsDialogProps) {
  return (
    <Dialog title="Reviews" help={course.title} isOpen={isOpen} onOpenChange={onClose}>
      <Reviews id={course.id} />
    </Dialog>
  )
}

function Reviews({ id }: { id: string }) {
  const reviews = useInfiniteQuery(reviewsApi.authoredReviews.infinite({ params: { id } }))
  return (
    <>
      <DialogBody>
        {reviews.isPending && <Skeleton height={120} />}
        {reviews.error && <ErrorState error={reviews.error} onRetry={reviews.refetch} />}
        {reviews.data?.rows.length === 0 && (
          <EmptyState title="No reviews yet">Who has completed the course can rate it on its page.</EmptyState>
        )}
        <Stack>
          {reviews.data?.rows.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
        </Stack>
        <ShowMore query={reviews} />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </>
  )
}
