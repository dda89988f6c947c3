import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { ConfigurationCard } from './ConfigurationCard.tsx'
import { CoursesTab } from './CoursesTab.tsx'
import * as styles from './EmbeddedPage.css.ts'
import { HealthCard } from './HealthCard.tsx'
import { MigrationTab } from './MigrationTab.tsx'
import { StatusTab } from './StatusTab.tsx'
import { statusQuery } from './queries.ts'
import { useHasModules } from './useHasModules.ts'
import { useRuns } from './useRuns.ts'

const route = getRouteApi('/shell/frappe-lms')

/** Renders the configured LMS, its health, and its migrations (spec part 2, section 2.5). */
export function EmbeddedPage() {
  const { tab = 'migration', page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const status = useQuery(statusQuery())
  const runs = useRuns(status.data)
  const hasModules = useHasModules()
  return (
    <Page
      title="Embedded LMS Management"
      help={`${hasModules ? 'Training modules become courses and people become learners' : 'People become learners'}, here or on a Frappe LMS site.`}
    >
      <div className={styles.cards}>
        <ConfigurationCard />
        <HealthCard />
      </div>
      <Tabs
        label="Embedded LMS"
        selected={tab}
        onChange={(id) => void navigate({ search: { tab: id === 'migration' ? undefined : id } })}
        tabs={[
          { id: 'migration' as const, label: 'Migration', content: <MigrationTab status={status} runs={runs} /> },
          ...(hasModules ? [{ id: 'status' as const, label: 'Status', content: <StatusTab status={status} /> }] : []),
          {
            id: 'courses' as const,
            label: 'Courses',
            content: (
              <CoursesTab
                page={page}
                onPage={(next) => void navigate({ search: { tab: 'courses', page: next === 1 ? undefined : next } })}
              />
            ),
          },
        ]}
      />
    </Page>
  )
}
