import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { MAX_PART_COMMENT_LENGTH } from '../grade-contract.ts'
import { gradingApi } from './client.ts'
import * as styles from './Grading.css.ts'

interface CommentLibraryProps {
  /** Current comment, which can be saved. */
  comment: string
  onInsert: (sentence: string) => void
}

/** Lists the grader's saved comments. */
export function CommentLibrary(props: CommentLibraryProps) {
  return <Disclosure label="My comments">{() => <Comments {...props} />}</Disclosure>
}

function Comments({ comment, onInsert }: CommentLibraryProps) {
  const comments = useQuery(gradingApi.listGradingComments({ query: { limit: 100 } }))
  const touches = [gradingApi.listGradingComments.key()]
  const onError = (error: Error) =>
    notify({ title: 'Your comments were not changed', description: errorText(error), tone: 'destructive' })
  const add = useMutation(gradingApi.addGradingComment.mutation({ touches, onError }))
  const remove = useMutation(gradingApi.removeGradingComment.mutation({ touches, onError }))
  if (comments.error) return <ErrorState error={comments.error} onRetry={comments.refetch} isFrameless />
  if (!comments.data) return <Skeleton height={80} />
  const sentence = comment.trim()
  const isKept = comments.data.some(({ text }) => text === sentence)
  return (
    <Stack>
      {comments.data.length === 0 && <p className={styles.quiet}>Saved comments are available for all submissions.</p>}
      <ul className={styles.comments} aria-label="My comments">
        {comments.data.map(({ id, text }) => (
          <li key={id} className={styles.comment}>
            <Button size="small" variant="quiet" onPress={() => onInsert(text)}>
              {text}
            </Button>
            <IconButton
              label={`Remove “${text}”`}
              size="small"
              onPress={() => remove.mutate({ params: { id } })}
              isDisabled={remove.isPending}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="small"
          isDisabled={sentence === '' || isKept || sentence.length > MAX_PART_COMMENT_LENGTH}
          isPending={add.isPending}
          onPress={() => add.mutate({ body: { text: sentence } })}
        >
          Save this comment
        </Button>
      </div>
    </Stack>
  )
}
