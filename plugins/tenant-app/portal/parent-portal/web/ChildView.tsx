import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { anchorTabs, childAnchors, childSections, childTabs, type ChildTab } from '../../../shared/web/slots.ts'
import { useShownPart } from '../../../shared/web/useShownPart.ts'
import type { Child } from '../../../base/families/contract.ts'
import { groupsApi } from '../../../base/groups/web/client.ts'
import { groupText } from '../../../base/groups/web/groupLabels.ts'
import * as styles from './ChildView.css.ts'

const route = getRouteApi('/shell/parent-portal')

/** Shows one child's part of the portal in tabs, the selected one in the address. */
export function ChildView({ child: { id, firstName, lastName, grade, isActive } }: { child: Child }) {
  const { data: groups = [] } = useQuery(groupsApi.listStudentGroups({ params: { id } }))
  const about = [
    ...(grade ? [`Grade ${grade}`] : []),
    ...(groups.length > 0 ? [`Groups: ${groups.map(groupText).join('; ')}`] : []),
    ...(isActive ? [] : ['No longer taking part']),
  ]
  return (
    <Stack>
      <div>
        <h2 className={styles.name}>
          <PersonName name={`${firstName} ${lastName}`} />
        </h2>
        {about.length > 0 && <p className={styles.about}>{about.join(' · ')}</p>}
      </div>
      <ChildTabs studentId={id} firstName={firstName} />
    </Stack>
  )
}

function ChildTabs(props: { studentId: string; firstName: string }) {
  const { tab, at } = route.useSearch()
  const navigate = route.useNavigate()
  const sections = useContributions(childSections)
  useShownPart(at && childAnchors[at])
  const sectionsOf = (id: ChildTab) => sections.filter((section) => section.tab === id)
  return (
    <Tabs
      label={`About ${props.firstName}`}
      selected={at ? anchorTabs[at] : (tab ?? 'overview')}
      onChange={(id) =>
        void navigate({
          search: (now) => ({ ...now, tab: id === 'overview' ? undefined : id, at: undefined }),
          replace: true,
        })
      }
      tabs={childTabs
        .filter(({ id }) => sectionsOf(id).length > 0)
        .map(({ id, label }) => ({
          id,
          label,
          content: (
            <Stack>
              {sectionsOf(id).map((section) => (
                <ContributedPart
                  key={section.id}
                  contribution={section}
                  props={props}
                  fallback={<Skeleton height={300} />}
                />
              ))}
            </Stack>
          ),
        }))}
    />
  )
}
