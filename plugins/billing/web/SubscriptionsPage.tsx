import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CreditCard, ReceiptText, SearchX } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { DataTable } from '#core/web/ui/DataTable.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Page } from '#core/web/ui/Page.tsx'
import { Pagination } from '#core/web/ui/Pagination.tsx'
import { SearchField } from '#core/web/ui/SearchField.tsx'
import { Select } from '#core/web/ui/Select.tsx'
import { Toolbar } from '#core/web/ui/Toolbar.tsx'
import { useSearchText } from '#core/web/ui/searchText.ts'
import { subscriptionStatuses } from '#plugins/billing/contract.ts'
import type { SubscriptionStatus } from '#plugins/billing/contract.ts'
import { SubscriptionFigures } from './SubscriptionFigures.tsx'
import { subscriptionWords } from './billingWords.ts'
import { billingApi } from './client.ts'
import { subscriptionColumns } from './subscriptionColumns.tsx'
import { useSubscriptionActions } from './useSubscriptionActions.tsx'

const route = getRouteApi('/shell/subscriptions')
const PAGE_SIZE = 25

const statusOptions = [
  { id: 'all' as const, label: 'All statuses' },
  ...subscriptionStatuses.map((id) => ({ id, label: subscriptionWords[id].label })),
]

/** Every organization's subscription. What is searched for and the page are in the address. */
export function SubscriptionsPage() {
  const { search = '', status, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  // A narrower search has other pages, so it begins at the first.
  const narrow = (next: { search?: string; status?: SubscriptionStatus }) =>
    void navigate({ search: (now) => ({ ...now, ...next, page: undefined }), replace: true, resetScroll: false })
  const [text, setText] = useSearchText({
    initial: search,
    onSettle: (settled) => narrow({ search: settled || undefined }),
  })
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
        <SearchField
          label="Search subscriptions"
          placeholder="Search by organization"
          value={text}
          onChange={setText}
        />
        <Select
          label="Status"
          isLabelHidden
          options={statusOptions}
          value={status ?? 'all'}
          onChange={(chosen) => narrow({ status: chosen === 'all' ? undefined : chosen })}
        />
      </Toolbar>
      <SubscriptionsTable
        filter={{ search: search || undefined, status }}
        page={page}
        onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next > 1 ? next : undefined }) })}
        onClear={() => {
          setText('')
          narrow({ search: undefined, status: undefined })
        }}
      />
    </Page>
  )
}

interface SubscriptionsTableProps {
  filter: { search: string | undefined; status: SubscriptionStatus | undefined }
  page: number
  onPage: (page: number) => void
  onClear: () => void
}

function SubscriptionsTable({ filter, page, onPage, onClear }: SubscriptionsTableProps) {
  const found = useQuery({
    ...billingApi.listSubscriptions.page({ query: { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const { actions, edit, showOverdue, dialogs } = useSubscriptionActions()
  const isFiltered = filter.search !== undefined || filter.status !== undefined || page > 1
  const { rows, total } = found.data ?? {}
  return (
    <>
      <DataTable
        label="Subscriptions"
        columns={subscriptionColumns(showOverdue)}
        rows={rows}
        rowKey={({ id }) => id}
        query={found}
        onRowAction={edit}
        rowActions={actions}
        rowLabel={({ tenantName }) => tenantName}
        empty={
          isFiltered ? (
            <EmptyState
              isFrameless
              icon={<SearchX size={20} aria-hidden />}
              title="No subscriptions match"
              action={<Button onPress={onClear}>Clear search and filters</Button>}
            >
              Try another part of the organization’s name, or another status.
            </EmptyState>
          ) : (
            <EmptyState isFrameless icon={<CreditCard size={20} aria-hidden />} title="No subscriptions yet">
              Each organization gets one when it is created.
            </EmptyState>
          )
        }
        footer={
          rows && (
            <Pagination
              label="subscriptions"
              page={page}
              pageSize={PAGE_SIZE}
              total={total ?? (page - 1) * PAGE_SIZE + rows.length}
              isAtLeast={total === undefined && found.data?.more === true}
              onChange={onPage}
            />
          )
        }
      />
      {dialogs}
    </>
  )
}
