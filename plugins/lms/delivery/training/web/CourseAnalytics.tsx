import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { audienceOptions } from '../../../authoring/courses/web/courseLabels.ts'
import { changedByOthers, trainingApi } from './client.ts'
import { CsvButton } from './CsvButton.tsx'
import { statisticsColumns } from './progressColumns.tsx'

const route = getRouteApi('/shell/training/progress')
const PAGE_SIZE = 25

/** Lists each course with the progress of the organization's users. */
export function CourseAnalytics() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['audience'] })
  const { search, audience } = address
  const statistics = useQuery({
    ...trainingApi.courseStatistics.page({
      query: { search, audience, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    ...changedByOthers,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack>
      <ListScreen
        counted="courses"
        list={list}
        query={statistics}
        search={{ placeholder: 'Search courses...' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[{ name: 'audience', label: 'For', all: 'All audiences', options: audienceOptions }]}
          />
        }
        end={<CsvButton of="exportCourseStatistics" />}
        none={{
          icon: <BookOpen size={20} aria-hidden />,
          title: 'No courses yet',
          children: 'Published courses appear here.',
        }}
        noMatches="Try another part of the title, or courses for all audiences."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={statisticsColumns}
            rowKey={({ courseId }) => courseId}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
          />
        )}
      </ListScreen>
    </Stack>
  )
}
