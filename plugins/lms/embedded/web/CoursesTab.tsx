import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, ExternalLink } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { statusLabels } from '../../authoring/courses/web/courseLabels.ts'
import type { EmbeddedCourse } from '../contract.ts'
import { embeddedApi } from './client.ts'
import { useHasModules } from './useHasModules.ts'

const PAGE_SIZE = 25

const columns: readonly Column<EmbeddedCourse>[] = [
  { id: 'title', header: 'Course', isPrimary: true, cell: (course) => <Title course={course} /> },
  { id: 'organization', header: 'Organization', cell: ({ organization }) => organization ?? 'Platform' },
  {
    id: 'origin',
    header: 'Made of',
    cell: ({ isMigrated }) => (isMigrated ? 'Training modules' : 'Written as a course'),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>,
  },
]

function Title({ course: { title, href } }: { course: EmbeddedCourse }) {
  if (href === null) return title
  const isElsewhere = !href.startsWith('/')
  return (
    <TextLink href={href} {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}>
      {title}
    </TextLink>
  )
}

/** Lists courses of the LMS, with links to them. */
export function CoursesTab({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const config = useQuery(embeddedApi.embeddedConfig())
  const hasModules = useHasModules()
  const courses = useQuery({
    ...embeddedApi.embeddedCourses.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const baseUrl = config.data?.baseUrl
  return (
    <Stack>
      {baseUrl && (
        <div>
          <LinkButton href={baseUrl} target="_blank" rel="noreferrer" icon={<ExternalLink size={16} aria-hidden />}>
            Open the LMS
          </LinkButton>
        </div>
      )}
      <ListScreen
        counted="courses"
        list={{ page, turnTo: onPage }}
        query={courses}
        none={{
          icon: <BookOpen size={20} aria-hidden />,
          title: 'No courses yet',
          children: hasModules
            ? 'Migrate training modules, or write courses in the course builder.'
            : 'Write courses in the course builder.',
        }}
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={columns}
            rowKey={({ id }) => id}
            page={page}
            pageSize={PAGE_SIZE}
            onPage={onPage}
            skeletons={5}
          />
        )}
      </ListScreen>
    </Stack>
  )
}
