import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { GrowingList } from '#core/web/ui/lists/GrowingList.tsx'
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
      <DialogBody>
        <Reviews id={course.id} />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

function Reviews({ id }: { id: string }) {
  const reviews = useInfiniteQuery(reviewsApi.authoredReviews.infinite({ params: { id } }))
  return (
    <GrowingList
      query={reviews}
      height={120}
      empty={<EmptyState title="No reviews yet">Learners who have completed the course can rate it.</EmptyState>}
    >
      {(rows) => (
        <Stack>
          {rows.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
        </Stack>
      )}
    </GrowingList>
  )
}
