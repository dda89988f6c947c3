import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { CourseSectionProps } from '../../learning/web/courseSection.ts'
import { MIN_COMMENT_AGE, MAX_COMMENT_LENGTH, MAX_STARS, type OwnReview } from '../contract.ts'
import { reviewsApi } from './client.ts'
import { ReviewItem, formatStars } from './ReviewItem.tsx'

/** Number of reviews shown; more of them add little. */
const PAGE_SIZE = 20

/** Shows the organization's reviews of a course, and the caller's own; loads them when it is opened. */
export function CourseReviews({ course }: CourseSectionProps) {
  return (
    <Card>
      <Disclosure label="Reviews">{() => <Reviews courseId={course.id} />}</Disclosure>
    </Card>
  )
}

function Reviews({ courseId }: { courseId: string }) {
  const params = { courseId }
  const own = useQuery(reviewsApi.ownReview({ params }))
  const reviews = useQuery(reviewsApi.listReviews({ params, query: { limit: PAGE_SIZE } }))
  const error = own.error ?? reviews.error
  if (error)
    return <ErrorState error={error} onRetry={() => Promise.all([own.refetch(), reviews.refetch()])} isFrameless />
  if (!own.data || !reviews.data) return <Skeleton height={120} />
  return (
    <Stack>
      {own.data.mayReview ? (
        <OwnReviewForm key={own.data.review?.updatedAt} courseId={courseId} own={own.data} />
      ) : (
        <p>Once you have completed the course, you can rate it.</p>
      )}
      {reviews.data.length === 0 && <p>No ratings yet.</p>}
      {reviews.data.map((review) => (
        <ReviewItem key={review.id} review={review} />
      ))}
    </Stack>
  )
}

function OwnReviewForm({ courseId, own }: { courseId: string; own: OwnReview }) {
  const params = { courseId }
  const [stars, setStars] = useState(own.review ? String(own.review.stars) : null)
  const [comment, setComment] = useState(own.review?.comment ?? '')
  const touches = [reviewsApi.ownReview.key({ params }), reviewsApi.listReviews.key({ params })]
  const onError = (error: Error) =>
    notify({ title: 'Your rating was not saved', description: errorText(error), tone: 'destructive' })
  const save = useMutation(
    reviewsApi.setReview.mutation({
      touches,
      onError,
      onSuccess: () => notify({ title: 'Thank you for your rating' }),
    }),
  )
  const withdraw = useMutation(
    reviewsApi.withdrawReview.mutation({ touches, onError, onSuccess: () => notify({ title: 'Rating removed' }) }),
  )
  return (
    <Stack>
      <RadioGroup
        label="Your rating"
        options={Array.from({ length: MAX_STARS }, (_, index) => ({
          id: String(MAX_STARS - index),
          label: formatStars(MAX_STARS - index),
        }))}
        value={stars}
        onChange={setStars}
      />
      {own.mayComment ? (
        <TextField
          label="Comment"
          isOptional
          multiline
          help="Everyone who can find the course can read it, without your name"
          maxLength={MAX_COMMENT_LENGTH}
          value={comment}
          onChange={setComment}
        />
      ) : (
        <p>Comments are for people of {MIN_COMMENT_AGE} and older.</p>
      )}
      <Button
        variant="primary"
        isDisabled={stars === null}
        isPending={save.isPending}
        onPress={() => save.mutate({ params, body: { stars: Number(stars), comment: comment.trim() } })}
      >
        {own.review ? 'Change rating' : 'Rate this course'}
      </Button>
      {own.review && (
        <Button isPending={withdraw.isPending} onPress={() => withdraw.mutate({ params })}>
          Take back
        </Button>
      )}
    </Stack>
  )
}
