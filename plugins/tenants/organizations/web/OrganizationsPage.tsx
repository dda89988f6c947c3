import { fold } from '#core/contract/fold.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Building2, Download, Eraser, Plus } from 'lucide-react'
import type { z } from 'zod'
import { tenantStatuses } from '#core/contract/tenancy.ts'
import type { TenantStatus } from '#core/contract/tenancy.ts'
import { download } from '#core/web/download.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { SelectionBar } from '#core/web/ui/lists/SelectionBar.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useSelection } from '#core/web/ui/lists/selection.ts'
import type { Organization, organizationOrder } from '../contract.ts'
import { CreateOrganizationDialog } from './CreateOrganizationDialog.tsx'
import { OrganizationCard } from './OrganizationCard.tsx'
import * as styles from './OrganizationsPage.css.ts'
import { organizationsApi } from './client.ts'
import { statusLabels } from './organizationLabels.ts'
import { useBulkSuspension } from './useBulkSuspension.tsx'
import { useOrganizationActions } from './useOrganizationActions.tsx'

const route = getRouteApi('/shell/tenants')
/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

const statusOptions = tenantStatuses.map((id) => ({ id, label: statusLabels[id].label }))

type Order = z.output<typeof organizationOrder>

const orderOptions: { id: Order; label: string }[] = [
  { id: 'created', label: 'Oldest first' },
  { id: 'name', label: 'Name, A to Z' },
  { id: '-name', label: 'Name, Z to A' },
]

/** Every organization of the platform as cards, newest first. */
export function OrganizationsPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['status'] })
  const { search = '', status, sort, add } = address
  const setAdding = (isOpen: boolean) =>
    void navigate({ search: (now) => ({ ...now, add: isOpen ? true : undefined }), replace: true })
  const order = (chosen: Order | undefined) =>
    void navigate({ search: (now) => ({ ...now, sort: chosen }), replace: true, resetScroll: false })
  const organizations = useOrganizations(list.searchField.value, { search, status, sort })
  const total = organizations.isPending ? undefined : organizations.data?.total
  const { actions, dialogs } = useOrganizationActions()
  const selection = useSelection({ rows: organizations.data?.pages.flat(), rowKey: ({ id }) => id, acrossPages: true })
  const several = useBulkSuspension({ onDone: selection.leave })
  const addButton = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
      Add Organization
    </Button>
  )
  return (
    <Page
      title="Organizations"
      help="Every organization on the platform, its address and people."
      actions={addButton}
      more={[
        {
          label: 'Export CSV',
          icon: <Download size={16} aria-hidden />,
          onAction: () =>
            download(organizationsApi.exportTenants.url({ query: { search: search || undefined, status } })),
        },
        { label: 'Erased organizations', icon: <Eraser size={16} aria-hidden />, href: '/tenants/erased' },
      ]}
    >
      <ListScreen
        counted="organizations"
        list={list}
        query={organizations}
        search={{ placeholder: 'Search by name or admin email' }}
        filters={
          <>
            <FilterSelect
              label="Status"
              all="All statuses"
              options={statusOptions}
              value={status}
              onChange={(chosen) => list.narrow({ status: chosen })}
            />
            <FilterSelect
              label="Order"
              all="Newest first"
              options={orderOptions}
              value={sort}
              onChange={(chosen) => order(chosen)}
            />
          </>
        }
        end={
          total !== undefined && (
            <span className={styles.count} role="status">
              {total.toLocaleString()} {total === 1 ? 'organization' : 'organizations'}
            </span>
          )
        }
        none={{
          icon: <Building2 size={20} aria-hidden />,
          title: 'No organizations yet',
          children: 'Create your first organization to give its people an address of their own.',
          action: addButton,
        }}
        noMatches="Try another part of the name or of the admin’s email address."
      >
        {(shown) => (
          <>
            <CardGrid {...shown}>
              {(organization) => (
                <OrganizationCard organization={organization} actions={actions(organization)} selection={selection} />
              )}
            </CardGrid>
            {selection.chosen.length > 0 && (
              <SelectionBar selection={selection}>{several.actions(selection.chosen)}</SelectionBar>
            )}
          </>
        )}
      </ListScreen>
      {dialogs}
      {several.dialog}
      <CreateOrganizationDialog isOpen={add === true} onOpenChange={setAdding} />
    </Page>
  )
}

/**
 * Organizations that the server finds for `search`; until it answers, those already loaded, filtered by what is typed.
 */
interface Asked {
  search: string
  status?: TenantStatus | undefined
  sort?: Order | undefined
}

function useOrganizations(text: string, { search, status, sort }: Asked) {
  const query = useInfiniteQuery({
    ...organizationsApi.listTenants.infinite({
      query: { search: search || undefined, status, sort },
      limit: PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  })
  const isBehind = query.isPlaceholderData || text.trim() !== search
  if (!isBehind || !query.data) return query
  const rows = query.data.rows.filter(
    (one) => contains(one, text.trim()) && (status === undefined || one.status === status),
  )
  return {
    ...query,
    data: { ...query.data, pages: [rows], total: undefined },
    // No match among loaded rows does not mean that there is none.
    isPending: rows.length === 0,
    hasNextPage: false,
  }
}

function contains({ name, adminEmail }: Organization, text: string): boolean {
  return [name, adminEmail].some((value) => fold(value).includes(fold(text)))
}
