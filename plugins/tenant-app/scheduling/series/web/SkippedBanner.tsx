import { useMutation } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Session } from '../../sessions/contract.ts'
import { seriesApi, seriesReads } from './client.ts'

/** Shows that a holiday skips the session, with a button to restore it. */
export function SkippedBanner({ session, onDone }: { session: Pick<Session, 'id' | 'name'>; onDone: () => void }) {
  const restore = useMutation(
    seriesApi.restoreSession.mutation({
      touches: seriesReads,
      onSuccess: () => {
        notify({ title: `${session.name} takes place` })
        onDone()
      },
      onError: (error) =>
        notify({ title: 'Failed to restore session', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <Banner
      tone="warn"
      action={
        <Button
          size="small"
          isPending={restore.isPending}
          onPress={() => restore.mutate({ params: { id: session.id } })}
        >
          Restore session
        </Button>
      }
    >
      The organization is closed that day, and the session is skipped.
    </Banner>
  )
}
