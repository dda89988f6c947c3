import { getRouteApi } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ProjectFilter } from '../../../base/projects/web/ProjectField.tsx'
import { SessionFilter } from '../../../scheduling/sessions/web/SessionFilter.tsx'
import { ScoreGrid } from './ScoreGrid.tsx'

const route = getRouteApi('/shell/challenges/scores')

/** Shows the score grid of a session, a project, chosen challenges or all active ones; the address says which. */
export function ScoresPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['session', 'project', 'challenges'] })
  const { session, project, challenges, search } = address
  const choose = (chosen: { session?: string | undefined; project?: string | undefined }) =>
    list.narrow({ session: undefined, project: undefined, challenges: undefined, ...chosen })
  return (
    <Page title="Scores" help="Each cell is saved automatically. Scores add to the student’s points.">
      <ScoreGrid
        of={session ? { sessionId: session } : project ? { projectId: project } : challenges ? { challenges } : {}}
        search={search}
        page={list.page}
        onPage={list.turnTo}
        tools={
          <>
            <SearchField label="Search students" placeholder="Search students by name" {...list.searchField} />
            <SessionFilter value={session} onChange={(id) => choose({ session: id })} />
            <ProjectFilter value={project} onChange={(id) => choose({ project: id })} />
          </>
        }
        none={
          <EmptyState
            icon={<Trophy size={20} aria-hidden />}
            title="No challenges yet"
            action={
              <PageLinkButton to="/challenges" search={{ add: true }}>
                New Challenge
              </PageLinkButton>
            }
          >
            Scores are given in challenges.
          </EmptyState>
        }
      />
    </Page>
  )
}
