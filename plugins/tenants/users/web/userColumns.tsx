import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { roleNames } from '#core/contract/roles.ts'
import type { Role } from '#core/contract/roles.ts'
import { PageLink } from '#core/web/links.ts'
import { raised } from '#core/web/ui/lists/DataTable.css.ts'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import type { FoundUser } from '../contract.ts'
import { EmailAddress } from '#core/web/ui/display/EmailAddress.tsx'
import * as cells from '../../shared/web/tableCells.css.ts'
import * as styles from './userColumns.css.ts'
import { fullName, signsInByUsername, userStatusLabels } from './userLabels.ts'

const roleTones: Record<Role, BadgeTone> = {
  superadmin: 'accent',
  tenant_admin: 'blue',
  instructor: 'amber',
  parent: 'neutral',
  student: 'neutral',
}

export const userColumns: readonly Column<FoundUser>[] = [
  {
    id: 'name',
    header: 'User',
    isSortable: true,
    isPrimary: true,
    cell: (user) => (
      <span className={styles.user}>
        <Avatar name={fullName(user)} size="medium" />
        <span className={styles.names}>
          <PersonName name={fullName(user)} />
          {signsInByUsername(user) && (
            <span className={styles.username} translate="no">
              {user.username}
            </span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) =>
      email === null ? <span className={styles.muted}>No email</span> : <EmailAddress email={email} />,
  },
  { id: 'role', header: 'Role', cell: ({ role }) => <Badge tone={roleTones[role]}>{roleNames[role]}</Badge> },
  {
    id: 'organization',
    header: 'Organization',
    cell: ({ tenantId, tenantName }) =>
      tenantId === null ? (
        <span className={styles.muted}>Platform</span>
      ) : (
        <span className={`${raised} ${cells.name}`}>
          <PageLink to="/tenants/$tenantId" params={{ tenantId }}>
            {tenantName}
          </PageLink>
        </span>
      ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'green' : 'neutral'} hasDot>
        {userStatusLabels[status]}
      </Badge>
    ),
  },
  {
    id: 'lastSignIn',
    header: 'Last Login',
    isSortable: true,
    cell: ({ lastLoginAt }) =>
      lastLoginAt ? (
        <span className={cells.date}>
          <RelativeTime value={lastLoginAt} />
        </span>
      ) : (
        <span className={styles.muted}>Never</span>
      ),
  },
]
