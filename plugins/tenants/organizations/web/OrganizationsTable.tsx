import { useQuery } from '@tanstack/react-query'
import { Building2, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { part } from '#core/web/plugin.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import type { Organization } from '../contract.ts'
import { EmailAddress } from '#core/web/ui/display/EmailAddress.tsx'
import { OrganizationAddress } from './OrganizationAddress.tsx'
import { PlanBadge, StatusBadge } from './OrganizationBadges.tsx'
import * as styles from './OrganizationsTable.css.ts'
import { contactSignsIn } from './organizationLabels.ts'
import * as cells from '../../shared/web/tableCells.css.ts'
import { organizationsApi } from './client.ts'
import { useOrganizationActions } from './useOrganizationActions.tsx'
import { useHasPlans } from './usePlans.ts'

const CreateOrganizationDialog = part(() => import('./CreateOrganizationDialog.tsx'), 'CreateOrganizationDialog')

/** The newest ones; all of them are on the page of organizations. */
const MAX_SHOWN = 10

/** The contact, and the admin who signs in where that is another address. */
function AdminCell({ adminEmail, adminSignIn }: Organization) {
  if (contactSignsIn({ adminEmail, adminSignIn })) return <EmailAddress email={adminEmail} />
  return (
    <>
      <EmailAddress email={adminEmail} />
      <div className={styles.signIn}>
        {adminSignIn === null ? (
          'Contact only, no admin'
        ) : (
          <>
            Contact only, <EmailAddress email={adminSignIn} /> signs in
          </>
        )}
      </div>
    </>
  )
}

const planColumn: Column<Organization> = { id: 'plan', header: 'Plan', cell: ({ plan }) => <PlanBadge plan={plan} /> }

const columns: readonly Column<Organization>[] = [
  {
    id: 'name',
    header: 'Organization',
    cell: ({ name }) => <span className={cells.name}>{name}</span>,
    isPrimary: true,
  },
  { id: 'adminEmail', header: 'Admin Email', cell: (organization) => <AdminCell {...organization} /> },
  {
    id: 'subdomain',
    header: 'Subdomain',
    cell: ({ subdomain }) => <OrganizationAddress subdomain={subdomain} text={subdomain} />,
  },
  planColumn,
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'created',
    header: 'Created',
    cell: ({ createdAt }) => (
      <span className={cells.date}>
        <DateTime value={createdAt} show="date" />
      </span>
    ),
  },
]

/** Organizations on the super admin's start page. */
export function OrganizationsTable() {
  const organizations = useQuery(organizationsApi.listTenants.page({ query: { limit: MAX_SHOWN } }))
  const { actions, dialogs } = useOrganizationActions()
  const hasPlans = useHasPlans()
  const [isAdding, setAdding] = useState<boolean>()
  const addButton = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
      Add Organization
    </Button>
  )
  const isEmpty = organizations.data?.rows.length === 0
  return (
    <section className={styles.section} aria-labelledby="organizations-heading">
      <div className={styles.head}>
        <h2 id="organizations-heading" className={styles.title}>
          Organizations
        </h2>
        {!isEmpty && addButton}
      </div>
      <DataTable
        label="Organizations"
        columns={hasPlans ? columns : columns.filter((column) => column !== planColumn)}
        rows={organizations.data?.rows}
        rowKey={({ id }) => id}
        query={organizations}
        skeletons={5}
        rowHref={({ id }) => `/tenants/${id}`}
        rowActions={actions}
        rowLabel={({ name }) => name}
        empty={
          <EmptyState
            icon={<Building2 size={20} aria-hidden />}
            title="No organizations yet. Create your first organization to get started."
            action={addButton}
          />
        }
        footer={
          organizations.data?.more && (
            <p className={styles.more}>
              The {MAX_SHOWN} newest of {organizations.data.total?.toLocaleString() ?? 'more'}.{' '}
              <PageLink to="/tenants">All organizations</PageLink>
            </p>
          )
        }
      />
      {dialogs}
      {isAdding !== undefined && (
        <Suspense>
          <CreateOrganizationDialog isOpen={isAdding} onOpenChange={setAdding} />
        </Suspense>
      )}
    </section>
  )
}
