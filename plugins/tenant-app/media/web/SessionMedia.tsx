import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { sessionsApi } from '../../scheduling/sessions/web/client.ts'
import { useRuns } from '../../scheduling/sessions/web/useLeads.ts'
import { MediaDialog } from './MediaDialog.tsx'
import { MediaFiles } from './MediaFiles.tsx'
import { UploadCard } from './UploadCard.tsx'
import { mediaApi } from './client.ts'
import { useMediaActs } from './useMediaActs.tsx'

/** Shows the media of one session, for admins and its instructor. */
export function SessionMedia({ sessionId }: { sessionId: string }) {
  const { role } = useUser()
  const [shown, setShown] = useState<string>()
  const session = useQuery(sessionsApi.getSession({ params: { id: sessionId } }))
  const media = useInfiniteQuery({
    ...mediaApi.listMedia.infinite({ query: { session: sessionId }, limit: 24 }),
    placeholderData: keepPreviousData,
  })
  const acts = useMediaActs({ onDone: () => undefined })
  const runs = useRuns(session.data)
  const isOwn = runs && (role !== 'instructor' || session.data?.instructorId !== null)
  return (
    <Stack>
      {session.data && isOwn && <UploadCard key={sessionId} session={session.data} isFixed />}
      <MediaFiles
        label="Session media"
        query={media}
        view="grid"
        actions={acts.actions}
        onOpen={({ id }) => setShown(id)}
        empty={
          <EmptyState icon={<Images size={20} aria-hidden />} title="No session media">
            {isOwn
              ? 'Drop pictures and documents above. Families see what you share with them.'
              : 'Visible to its instructor and to admins.'}
          </EmptyState>
        }
      />
      <MediaDialog
        mediaId={shown}
        onClose={() => setShown(undefined)}
        onDelete={(one) => acts.deleteAll([one])}
        onRestore={(id) => acts.restoreAll([id])}
      />
      {acts.dialogs}
    </Stack>
  )
}
