import { useQuery } from '@tanstack/react-query'
import { Plus, Trophy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { PageLinkButton } from '#core/web/links.ts'
import { sessionsApi } from '../../../scheduling/sessions/web/client.ts'
import { NewChallengeDialog } from './NewChallengeDialog.tsx'
import { ScoreGrid } from './ScoreGrid.tsx'

/** Shows the challenges of one session and its participants' scores. */
export function ChallengesTab({ sessionId }: { sessionId: string }) {
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const session = useQuery(sessionsApi.getSession({ params: { id: sessionId } }))
  const create = (
    <Button icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
      New Challenge
    </Button>
  )
  return (
    <>
      <ScoreGrid
        of={{ sessionId }}
        page={page}
        onPage={setPage}
        tools={
          <>
            {create}
            <PageLinkButton to="/challenges" search={{ session: sessionId }}>
              Edit challenges
            </PageLinkButton>
          </>
        }
        none={
          <EmptyState icon={<Trophy size={20} aria-hidden />} title="No challenges yet">
            A challenge describes an activity and its maximum points.
          </EmptyState>
        }
      />
      <NewChallengeDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        session={session.data && { id: sessionId, name: session.data.name }}
      />
    </>
  )
}
