import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useUser } from '#core/web/session.ts'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useCategories } from '../../../authoring/courses/web/useCategories.ts'
import { audienceOptions } from '../../../authoring/courses/web/courseLabels.ts'
import { learningStatuses, type CatalogItem, type learningStatus } from '../contract.ts'
import type { z } from 'zod'
import { CatalogCard } from './CatalogCard.tsx'
import { CatalogFigures } from './CatalogFigures.tsx'
import { catalogApi } from './client.ts'
import { CourseRuleDialog } from './CourseRuleDialog.tsx'
import { learningLabels } from './learningLabels.ts'

interface CatalogAddress {
  search?: string | undefined
  category?: string | undefined
  status?: z.infer<typeof learningStatus> | undefined
  audience?: CatalogItem['audience'] | undefined
}

interface CatalogScreenProps {
  title: string
  help: string
  /** Path of the page itself, for the stats. */
  path: '/training' | '/courses'
  address: CatalogAddress
  navigate: (to: {
    search: (now: CatalogAddress) => CatalogAddress
    replace?: boolean
    resetScroll?: boolean
  }) => unknown
  /** Rendered below the courses. */
  children?: ReactNode
}

/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

const statusOptions = learningStatuses.map((id) => ({ id, label: learningLabels[id].label }))

/** Lists the courses that the user finds; search and filters are in the address. */
export function CatalogScreen({ title, help, path, address, navigate, children }: CatalogScreenProps) {
  const { role } = useUser()
  const isAdmin = role === 'tenant_admin' || role === 'superadmin'
  const filters = ['category', 'status', 'audience'] as const
  const list = useListAddress({ address, navigate, filters })
  const { search, category, status, audience } = address
  const [decided, setDecided] = useState<CatalogItem>()
  const present = useQuery(catalogApi.catalogCategories())
  const categories = useCategories(category, ...(present.data ?? []))
  const courses = useInfiniteQuery({
    ...catalogApi.courseCatalog.infinite({ query: { search, category, status, audience }, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={title} help={help}>
      <CatalogFigures path={path} />
      <ListScreen
        counted="courses"
        list={list}
        query={courses}
        search={{ placeholder: 'Search courses...' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[
              { name: 'category', label: 'Category', all: 'All Categories', options: categories },
              { name: 'status', label: 'Status', all: 'All Statuses', options: statusOptions },
              ...(isAdmin
                ? [{ name: 'audience' as const, label: 'For', all: 'All audiences', options: audienceOptions }]
                : []),
            ]}
          />
        }
        none={{
          icon: <BookOpen size={20} aria-hidden />,
          title: 'No courses found',
          children: 'Courses that are published for you appear here.',
        }}
        noMatchesTitle="No courses found"
        noMatches="Try adjusting your search or filters"
      >
        {(shown) => (
          <CardGrid {...shown}>
            {(course) => (
              <CatalogCard
                course={course}
                category={categories.find(({ id }) => id === course.category)?.label ?? course.category}
                {...(isAdmin ? { onDecide: () => setDecided(course) } : {})}
              />
            )}
          </CardGrid>
        )}
      </ListScreen>
      {children}
      <CourseRuleDialog course={decided} onClose={() => setDecided(undefined)} />
    </Page>
  )
}
