import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, SearchX } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { USER_PAGE_SIZE } from '../contract.ts'
import { AddUserDialog } from './AddUserDialog.tsx'
import { noFilter } from './UserFilter.ts'
import type { UserFilter } from './UserFilter.ts'
import { UserFilters } from './UserFilters.tsx'
import { usersApi } from './client.ts'
import { useUserActions } from './useUserActions.tsx'
import { userColumns } from './userColumns.tsx'
import { fullName } from './userWords.ts'

const route = getRouteApi('/shell/users')

/** Users of every organization and of the platform. What is searched for and the page are in the address. */
export function UsersPage() {
  const { page = 1, add, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  // A narrower search has other pages, so it begins at the first.
  const narrow = (next: UserFilter) =>
    void navigate({ search: (now) => ({ ...now, ...next, page: undefined }), replace: true, resetScroll: false })
  const turnTo = (next: number) => void navigate({ search: (now) => ({ ...now, page: next > 1 ? next : undefined }) })
  const setAdding = (isOpen: boolean) =>
    void navigate({ search: (now) => ({ ...now, add: isOpen ? true : undefined }), replace: true, resetScroll: false })
  return (
    <Page
      title="User Administration"
      help="Everyone who can sign in: the people of every organization, and the platform’s own."
      actions={
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
          Add User
        </Button>
      }
    >
      <UserFilters filter={filter} onChange={narrow} onClear={() => narrow(noFilter)} />
      <UsersTable filter={filter} page={page} onPage={turnTo} onClear={() => narrow(noFilter)} />
      <AddUserDialog organizationId={filter.tenantId} isOpen={add === true} onOpenChange={setAdding} />
    </Page>
  )
}

interface UsersTableProps {
  filter: UserFilter
  page: number
  onPage: (page: number) => void
  onClear: () => void
}

function UsersTable({ filter, page, onPage, onClear }: UsersTableProps) {
  const found = useQuery({
    ...usersApi.searchUsers({ query: { ...filter, limit: USER_PAGE_SIZE, offset: (page - 1) * USER_PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const { actions, edit, dialogs } = useUserActions()
  if (found.isError) return <ErrorState title="Failed to search users" error={found.error} onRetry={found.refetch} />
  const { users, totalCount = 0, countCapped = false } = found.data ?? {}
  return (
    <>
      <DataTable
        label="Users"
        columns={userColumns}
        rows={users}
        rowKey={({ id }) => id}
        query={found}
        onRowAction={edit}
        rowActions={actions}
        rowLabel={fullName}
        empty={
          <EmptyState
            isFrameless
            icon={<SearchX size={20} aria-hidden />}
            title={page > 1 && totalCount > 0 ? 'There are not that many pages' : 'No users match'}
            action={<Button onPress={onClear}>Clear search and filters</Button>}
          >
            Try another part of a name or e-mail address, or fewer filters.
          </EmptyState>
        }
        footer={
          users && (
            <Pagination
              label="users"
              page={page}
              pageSize={USER_PAGE_SIZE}
              total={totalCount}
              isAtLeast={countCapped}
              onChange={onPage}
            />
          )
        }
      />
      {dialogs}
    </>
  )
}
