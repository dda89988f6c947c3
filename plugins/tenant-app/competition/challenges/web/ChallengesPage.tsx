import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Table2, Trophy } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ProjectFilter } from '../../../base/projects/web/ProjectField.tsx'
import { MAX_COLUMNS } from '../score-contract.ts'
import { SessionFilter } from '../../../scheduling/sessions/web/SessionFilter.tsx'
import { ChallengeCard } from './ChallengeCard.tsx'
import { EditChallengeDialog } from './EditChallengeDialog.tsx'
import { NewChallengeDialog } from './NewChallengeDialog.tsx'
import { challengesApi } from './client.ts'
import { useArchiving } from './useArchiving.ts'

const route = getRouteApi('/shell/challenges')
/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

const statusOptions = [
  { id: 'active' as const, label: 'Active' },
  { id: 'archived' as const, label: 'Archived' },
]

/** Lists every challenge of the organization; search, filters and the open dialog are in the address. */
export function ChallengesPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['session', 'project', 'status'] })
  const { search, session, project, status, add, copy, edit } = address
  const open = (dialog: { add?: true; copy?: string; edit?: string }) =>
    void navigate({
      search: ({ add: _, copy: __, edit: ___, ...now }) => ({ ...now, ...dialog }),
      replace: true,
    })
  const close = () => open({})
  const archive = useArchiving()
  const challenges = useInfiniteQuery({
    ...challengesApi.listChallenges.infinite({
      query: { search, sessionId: session, projectId: project, status },
      limit: PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  })
  const create = () => open({ add: true })
  const shownIds = challenges.data?.rows.slice(0, MAX_COLUMNS).map(({ id }) => id)
  const gridOf =
    session || project ? { session, project: session ? undefined : project } : gridSearchOf(search, shownIds)
  return (
    <Page
      title="Challenges"
      help="Activities that students complete for points. A challenge belongs to a session, a project or neither."
      actions={
        <>
          <PageLinkButton to="/challenges/scores" search={gridOf} icon={<Table2 size={16} aria-hidden />}>
            Score grid
          </PageLinkButton>
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={create}>
            New Challenge
          </Button>
        </>
      }
    >
      <ListScreen
        counted="challenges"
        list={list}
        query={challenges}
        search={{ placeholder: 'Search by title or description' }}
        filters={
          <>
            <SessionFilter value={session} onChange={(chosen) => list.narrow({ session: chosen })} />
            <ProjectFilter value={project} onChange={(chosen) => list.narrow({ project: chosen })} />
            <FilterSelect
              label="Status"
              all="Active and archived"
              options={statusOptions}
              value={status}
              onChange={(chosen) => list.narrow({ status: chosen })}
            />
          </>
        }
        none={{
          icon: <Trophy size={20} aria-hidden />,
          title: 'No challenges yet',
          children: 'A challenge describes an activity and its maximum points.',
          action: (
            <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={create}>
              New Challenge
            </Button>
          ),
        }}
        noMatches="Try another part of the title, or another session or project."
      >
        {(shown) => (
          <CardGrid {...shown}>
            {(challenge) => (
              <ChallengeCard
                challenge={challenge}
                onEdit={() => open({ edit: challenge.id })}
                onDuplicate={() => open({ copy: challenge.id })}
                onArchive={() => archive(challenge)}
              />
            )}
          </CardGrid>
        )}
      </ListScreen>
      <NewChallengeDialog isOpen={add === true || copy !== undefined} copyOf={copy} onClose={close} />
      <EditChallengeDialog challengeId={edit} onClose={close} />
    </Page>
  )
}

/** Returns the grid's search parameters: the found challenges, or without a search all active ones. */
const gridSearchOf = (search: string | undefined, ids: readonly string[] = []) =>
  search && ids.length > 0 ? { challenges: ids.join(',') } : {}
