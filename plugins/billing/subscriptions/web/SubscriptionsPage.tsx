import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CreditCard, ReceiptText } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { NoMatches } from '#core/web/ui/lists/NoMatches.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { subscriptionStatuses } from '../../contract.ts'
import { SubscriptionFigures } from './SubscriptionFigures.tsx'
import { subscriptionWords } from '../../web/billingWords.ts'
import { subscriptionsApi } from '../../web/client.ts'
import { subscriptionColumns } from './subscriptionColumns.tsx'
import { useSubscriptionActions } from './useSubscriptionActions.tsx'

const route = getRouteApi('/shell/subscriptions')
const PAGE_SIZE = 25

const statusOptions = subscriptionStatuses.map((id) => ({ id, label: subscriptionWords[id].label }))

/** Every organization's subscription. What is searched for and the page are in the address. */
export function SubscriptionsPage() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['status'] })
  const { search, status } = address
  const found = useQuery({
    ...subscriptionsApi.listSubscriptions.page({
      query: { search, status, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const { actions, edit, showOverdue, dialogs } = useSubscriptionActions()
  return (
    <Page
      title="Subscription Management"
      help="What each organization subscribes to, what it pays and what it owes."
      actions={
        <PageLinkButton to="/invoices" icon={<ReceiptText size={16} aria-hidden />}>
          Invoices
        </PageLinkButton>
      }
    >
      <SubscriptionFigures />
      <Toolbar label="Find subscriptions">
        <SearchField label="Search subscriptions" placeholder="Search by organization" {...list.searchField} />
        <FilterSelect
          label="Status"
          all="All statuses"
          options={statusOptions}
          value={status}
          onChange={(chosen) => list.narrow({ status: chosen })}
        />
      </Toolbar>
      <PagedTable
        label="Subscriptions"
        columns={subscriptionColumns(showOverdue)}
        rowKey={({ id }) => id}
        query={found}
        page={list.page}
        pageSize={PAGE_SIZE}
        onPage={list.turnTo}
        counted="subscriptions"
        onRowAction={edit}
        rowActions={actions}
        rowLabel={({ tenantName }) => tenantName}
        empty={
          list.isFiltered ? (
            <NoMatches isFrameless title="No subscriptions match" onClear={list.clear}>
              Try another part of the organization’s name, or another status.
            </NoMatches>
          ) : (
            <EmptyState isFrameless icon={<CreditCard size={20} aria-hidden />} title="No subscriptions yet">
              Each organization gets one when it is created.
            </EmptyState>
          )
        }
      />
      {dialogs}
    </Page>
  )
}
