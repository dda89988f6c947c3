import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FolderPlus, Plus } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { difficultyLabels } from '../../../shared/web/difficultyLabels.ts'
import { adoptionStatuses, difficulties } from '../contract.ts'
import { EditProjectDialog } from './EditProjectDialog.tsx'
import { NewProjectDialog } from './NewProjectDialog.tsx'
import { ProjectCard, ProjectSkeleton } from './ProjectCard.tsx'
import { ProjectFigures } from './ProjectFigures.tsx'
import { projectsApi } from './client.ts'
import { adoptionLabels } from './projectLabels.ts'

const route = getRouteApi('/shell/projects')
/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

const difficultyOptions = difficulties.map((id) => ({ id, label: difficultyLabels[id].label }))
const activityOptions = [
  { id: 'active' as const, label: 'Active' },
  { id: 'inactive' as const, label: 'Inactive' },
]
const adoptionOptions = [
  ...adoptionStatuses.map((id) => ({ id, label: adoptionLabels[id].label })),
  { id: 'none' as const, label: 'Not earmarked' },
]
const originOptions = [
  { id: 'catalog' as const, label: 'Catalog' },
  { id: 'own' as const, label: 'Own projects' },
]

/** Lists the catalog and the organization's own projects; search, filters and the open dialog are in the address. */
export function ProjectsPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const filters = ['category', 'difficulty', 'activity', 'adoption', 'origin'] as const
  const list = useListAddress({ address, navigate, filters })
  const { search, category, difficulty, activity, adoption, origin, add, edit } = address
  const categories = useQuery(projectsApi.listCategories())
  const projects = useInfiniteQuery({
    ...projectsApi.listProjects.infinite({
      query: { search, category, difficulty, activity, adoption, origin },
      limit: PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  })
  const open = (dialog: { add?: true; edit?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...dialog }), replace: true })
  const close = () => void navigate({ search: (now) => ({ ...now, add: undefined, edit: undefined }), replace: true })
  const create = () => open({ add: true })
  return (
    <Page
      title="Project Curriculum"
      help="Projects from the shared catalog and your own, for sessions and challenges."
      actions={
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={create}>
          Add Project
        </Button>
      }
    >
      <ProjectFigures />
      <ListScreen
        counted="projects"
        list={list}
        query={projects}
        search={{ placeholder: 'Search projects...' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[
              {
                name: 'category',
                label: 'Category',
                all: 'All Categories',
                options: (categories.data ?? (category ? [category] : [])).map((id) => ({ id, label: id })),
              },
              { name: 'difficulty', label: 'Difficulty', all: 'All Difficulties', options: difficultyOptions },
              { name: 'activity', label: 'Activity', all: 'Active or not', options: activityOptions },
              { name: 'adoption', label: 'Use', all: 'Any use', options: adoptionOptions },
              { name: 'origin', label: 'Origin', all: 'Any origin', options: originOptions },
            ]}
          />
        }
        none={{
          icon: <FolderPlus size={20} aria-hidden />,
          title: 'No projects found',
          children: 'Get started by creating your first educational project.',
          action: (
            <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={create}>
              Create First Project
            </Button>
          ),
        }}
        noMatchesTitle="No projects found"
        noMatches="No projects match your search criteria."
      >
        {(shown) => (
          <CardGrid {...shown} skeleton={<ProjectSkeleton />}>
            {(project) => <ProjectCard project={project} onEdit={() => open({ edit: project.id })} />}
          </CardGrid>
        )}
      </ListScreen>
      <NewProjectDialog isOpen={add === true} onOpenChange={close} />
      <EditProjectDialog projectId={edit} onClose={close} />
    </Page>
  )
}
