import { Link, getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { organizationSettings, organizationSettingsHeadings } from '#core/web/slots.ts'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import * as styles from './OrganizationSettings.css.ts'

const route = getRouteApi('/shell/org-settings')

/**
 * Settings that an organization's admin decides: a list of sections at the left, and the one in the address. On a phone
 * the list is a page of its own, which the address without a section shows.
 */
export function OrganizationSettingsPage() {
  const { tab } = route.useSearch()
  const sections = useContributions(organizationSettings)
  const chosen = sections.find(({ id }) => id === tab)
  const shown = chosen ?? sections[0]
  return (
    <Page title="Organization Settings">
      <div className={styles.columns} data-chosen={chosen !== undefined}>
        <nav aria-label="Organization settings" className={styles.navigation}>
          {Object.entries(organizationSettingsHeadings).map(([group, heading]) => (
            <Group
              key={group}
              heading={heading}
              sections={sections.filter((section) => section.group === group)}
              shownId={shown?.id}
            />
          ))}
        </nav>
        {shown && (
          <section aria-label={shown.label} className={styles.content}>
            <Link to="/org-settings" className={styles.back}>
              <ArrowLeft size={16} aria-hidden />
              All settings
            </Link>
            <h2 className={styles.label}>{shown.label}</h2>
            <ContributedPart key={shown.id} contribution={shown} fallback={<Skeleton height={320} />} />
          </section>
        )}
      </div>
    </Page>
  )
}

interface GroupProps {
  heading: string
  sections: readonly { id: string; label: string }[]
  shownId: string | undefined
}

function Group({ heading, sections, shownId }: GroupProps) {
  if (sections.length === 0) return null
  return (
    <div>
      <p aria-hidden className={styles.heading}>
        {heading}
      </p>
      <ul aria-label={heading} className={styles.list}>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <Link
              to="/org-settings"
              search={{ tab: id }}
              activeOptions={exact}
              className={styles.item}
              aria-current={id === shownId ? 'page' : undefined}
            >
              {label}
              <ChevronRight size={16} aria-hidden className={styles.arrow} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const exact = { exact: true, includeSearch: true }
