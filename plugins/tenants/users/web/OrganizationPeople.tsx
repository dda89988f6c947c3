import { useQuery } from '@tanstack/react-query'
import { roleNames, roles } from '#core/contract/roles.ts'
import { PageLink } from '#core/web/links.ts'
import { EmailAddress } from '#core/web/ui/display/EmailAddress.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { HubFigures } from '#core/web/ui/layout/HubFigures.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { OrganizationShown } from '#core/web/slots.ts'
import { organizationsApi } from '../../organizations/web/client.ts'
import { usersApi } from './client.ts'
import { fullName } from './userLabels.ts'

/** Number of the organization's admins that are shown; the others are behind the card's link. */
const MAX_SHOWN = 5

/** People of the organization: how many of each role, and whom to write to. */
export function OrganizationPeople({ tenantId }: OrganizationShown) {
  const people = useQuery(organizationsApi.tenantPeople({ params: { id: tenantId } }))
  const admins = useQuery(usersApi.searchUsers({ query: { tenantId, role: 'tenant_admin', limit: MAX_SHOWN } }))
  const failed = people.error ?? admins.error
  return (
    <Panel
      title="People"
      query={{ ...admins, error: failed, refetch: () => Promise.all([people.refetch(), admins.refetch()]) }}
      rows={people.data && admins.data?.users}
      skeletons={3}
      empty="This organization has no admin."
      action={
        <PageLink to="/users" search={{ tenantId }}>
          All people
        </PageLink>
      }
      more={
        people.data && (
          <HubFigures
            countedAt={people.dataUpdatedAt}
            figures={roles.flatMap((role) => {
              const counted = people.data.find((one) => one.role === role)
              if (!counted) return []
              const name = counted.active === 1 ? roleNames[role] : `${roleNames[role]}s`
              return [{ name, value: counted.active.toLocaleString() }]
            })}
          />
        )
      }
    >
      {(user) => (
        <>
          <span className={panel.line}>
            <PageLink to="/users" search={{ tenantId, search: user.username }} className={panel.name}>
              <PersonName name={fullName(user)} />
            </PageLink>
            <span>{user.isActive ? roleNames[user.role] : 'Inactive'}</span>
          </span>
          <span className={panel.details}>
            {user.email && <EmailAddress email={user.email} />}
            <span>
              {user.lastLoginAt ? (
                <>
                  Signed in <RelativeTime value={user.lastLoginAt} />
                </>
              ) : (
                'Never signed in'
              )}
            </span>
          </span>
        </>
      )}
    </Panel>
  )
}
