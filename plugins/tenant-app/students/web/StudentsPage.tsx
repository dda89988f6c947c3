import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { GraduationCap } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { studentsApi } from './client.ts'

const route = getRouteApi('/shell/students')
/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

/** Every student of the organization; search, filters and the open dialog are in the address. */
export function StudentsPage() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['grade', 'status'] })
  const { search, grade, status } = address
  const students = useInfiniteQuery({
    ...studentsApi.listStudents.infinite({ query: { search, grade, status }, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Student Management">
      <ListScreen
        counted="students"
        list={list}
        query={students}
        none={{ icon: <GraduationCap size={20} aria-hidden />, title: 'No students yet' }}
      >
        {(shown) => (
          <CardGrid {...shown}>
            {({ id, firstName, lastName }) => (
              <Card title={`${firstName} ${lastName}`}>
                <PageLinkButton to="/students/$id" params={{ id }} size="small">
                  View Progress
                </PageLinkButton>
              </Card>
            )}
          </CardGrid>
        )}
      </ListScreen>
    </Page>
  )
}
