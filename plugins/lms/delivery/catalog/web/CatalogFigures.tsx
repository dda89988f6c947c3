import { useQuery } from '@tanstack/react-query'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import { catalogApi } from './client.ts'

/** Shows the stats of the catalog (spec part 2, section 2.8), each linking to the counted courses. */
export function CatalogFigures({ path }: { path: string }) {
  const figures = useQuery(catalogApi.catalogFigures())
  const { data } = figures
  return (
    <StatRow
      query={figures}
      stats={[
        {
          label: 'Total Courses',
          value: data?.totalCourses.toLocaleString(),
          help: 'Published for you or started by you',
          href: path,
        },
        {
          label: 'In Progress',
          value: data?.inProgress.toLocaleString(),
          help: 'Enrolled, not completed yet',
          href: `${path}?status=in-progress`,
        },
        {
          label: 'Completed',
          value: data?.completed.toLocaleString(),
          help: 'With all that is required',
          href: `${path}?status=completed`,
        },
        {
          label: 'Certificates',
          value: data?.certificates.toLocaleString(),
          help: 'Earned by completing courses',
        },
      ]}
    />
  )
}
