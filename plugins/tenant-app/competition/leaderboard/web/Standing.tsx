import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import * as styles from './Leaderboard.css.ts'
import { leaderboardApi, leaderboardSettingsApi } from './client.ts'

interface StandingProps {
  studentId: string
  /** First name, or the noun at the beginning of a sentence. */
  firstName: string
}

/** Shows whether a child is on the leaderboard, with buttons to hide and show it. */
export function Standing({ studentId, firstName }: StandingProps) {
  const params = { id: studentId }
  const standing = useQuery(leaderboardSettingsApi.childStanding({ params }))
  const change = useMutation(
    leaderboardSettingsApi.changeChildStanding.mutation({
      touches: [leaderboardSettingsApi.childStanding.key({ params }), leaderboardApi.leaderboard.key()],
      onSuccess: ({ isOff }) => notify({ title: isOff ? 'Hidden from the leaderboard' : 'Back on the leaderboard' }),
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (standing.error && !standing.data)
    return <ErrorState error={standing.error} onRetry={standing.refetch} isFrameless />
  if (!standing.data) return <Skeleton height={64} />
  const { isOff, mayChange, isShown } = standing.data
  return (
    <div className={styles.lead}>
      <p className={styles.note}>
        {isOff
          ? `${firstName} is hidden from the leaderboard and displays. Points are still counted.`
          : `${firstName} is on the leaderboard of students with points${isShown ? '' : ', which staff alone see at the moment'}.`}
        {isOff && !mayChange && ' Another guardian or the organization has decided this.'}
      </p>
      {mayChange && (
        <Button isPending={change.isPending} onPress={() => change.mutate({ params, body: { isOff: !isOff } })}>
          {isOff ? 'Put back' : 'Take off'}
        </Button>
      )}
    </div>
  )
}
