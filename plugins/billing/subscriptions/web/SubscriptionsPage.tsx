import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { ExportCsvButton } from '#core/web/ui/lists/ExportCsvButton.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useSelection } from '#core/web/ui/lists/selection.ts'
import { subscriptionStatuses } from '../../contract.ts'
import { SubscriptionFigures } from './SubscriptionFigures.tsx'
import { subscriptionLabels } from '../../shared/web/billingLabels.ts'
import { subscriptionsApi } from '../../shared/web/client.ts'
import { subscriptionColumns } from './subscriptionColumns.tsx'
import { useBulkPlanChange } from './useBulkPlanChange.tsx'
import { useBulkStatus } from './useBulkStatus.tsx'
import { useSubscriptionActions } from './useSubscriptionActions.tsx'

const route = getRouteApi('/shell/subscriptions')
const PAGE_SIZE = 25

const statusOptions = subscriptionStatuses.map((id) => ({ id, label: subscriptionLabels[id].label }))

/** Every organization's subscription. What is searched for, the order and the page are in the address. */
export function SubscriptionsPage() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['status'] })
  const { search, status, sort } = address
  const found = useQuery({
    ...subscriptionsApi.listSubscriptions.page({
      query: { search, status, sort, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const { actions, edit, showOverdue, dialogs } = useSubscriptionActions()
  const selection = useSelection({ rows: found.data?.rows, rowKey: ({ id }) => id, acrossPages: true })
  const planChange = useBulkPlanChange({ onDone: selection.leave })
  const statusChange = useBulkStatus({ onDone: selection.leave })
  return (
    <Page
      title="Subscription Management"
      help="Plans, payments and amounts due of each organization."
      actions={<ExportCsvButton url={subscriptionsApi.exportSubscriptions.url({ query: { search, status } })} />}
    >
      <SubscriptionFigures />
      <ListScreen
        counted="subscriptions"
        list={list}
        query={found}
        search={{ placeholder: 'Search by organization' }}
        filters={
          <FilterSelect
            label="Status"
            all="All statuses"
            options={statusOptions}
            value={status}
            onChange={(chosen) => list.narrow({ status: chosen })}
          />
        }
        none={{
          icon: <CreditCard size={20} aria-hidden />,
          title: 'No subscriptions yet',
          children: 'Each organization gets one when it is created.',
        }}
        noMatches="Try another part of the organization’s name, or another status."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={subscriptionColumns(showOverdue)}
            rowKey={({ id }) => id}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
            sort={list.sort ?? { column: 'organization', direction: 'ascending' }}
            onSort={list.sortBy}
            selection={selection}
            bulkActions={(chosen) => (
              <>
                {statusChange.actions(chosen)}
                {planChange.actions(chosen)}
              </>
            )}
            onRowAction={edit}
            rowActions={actions}
            rowLabel={({ tenantName }) => tenantName}
          />
        )}
      </ListScreen>
      {dialogs}
      {planChange.dialog}
      {statusChange.dialog}
    </Page>
  )
}
