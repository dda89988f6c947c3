import { useQuery } from '@tanstack/react-query'
import { Figures } from '../../../shared/web/Figures.tsx'
import { projectsApi } from './client.ts'

/** Shows the numbers of projects (spec part 2, section 2.8), each leading to the rows that it counts. */
export function ProjectFigures() {
  const figures = useQuery(projectsApi.projectFigures())
  const { data } = figures
  return (
    <Figures
      query={figures}
      figures={[
        {
          label: 'Total Projects',
          value: data?.totalProjects,
          help: 'Catalog and your own',
          href: '/projects',
        },
        {
          label: 'Active Projects',
          value: data?.activeProjects,
          help: 'Can be chosen for sessions',
          href: '/projects?activity=active',
        },
        {
          label: 'Categories',
          value: data?.categories,
          help: 'Categories of all projects',
          explanation: {
            meaning: 'All categories of projects, active or not.',
            names: () => projectsApi.listCategories(),
            counted: 'categories',
            hrefOf: (category) => `/projects?${new URLSearchParams({ category })}`,
          },
        },
        {
          label: 'Beginner Friendly',
          value: data?.beginnerFriendly,
          help: 'For beginners, active or not',
          href: '/projects?difficulty=beginner',
        },
      ]}
    />
  )
}
