import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import type { z } from 'zod'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ExportCsvButton } from '#core/web/ui/lists/ExportCsvButton.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useSelection } from '#core/web/ui/lists/selection.ts'
import { USER_PAGE_SIZE } from '../contract.ts'
import type { FoundUser, userSearch } from '../contract.ts'
import { AddUserDialog } from './AddUserDialog.tsx'
import { UserFilters } from './UserFilters.tsx'
import { usersApi } from './client.ts'
import { useBulkActivity } from './useBulkActivity.tsx'
import { useUserActions } from './useUserActions.tsx'
import { userColumns } from './userColumns.tsx'
import { fullName } from './userLabels.ts'

const route = getRouteApi('/shell/users')
const rowKey = ({ id }: FoundUser) => id

/** Users of every organization and of the platform. What is searched for and the page are in the address. */
export function UsersPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['tenantId', 'role', 'status'] })
  const { search, tenantId, role, status, sort, add } = address
  const setAdding = (isOpen: boolean) =>
    void navigate({ search: (now) => ({ ...now, add: isOpen ? true : undefined }), replace: true, resetScroll: false })
  const filter = { searchTerm: search, tenantId, role, status }
  const found = useFoundUsers({ ...filter, sort: search ? undefined : sort }, list.page)
  const { id: ownId } = useUser()
  const { actions, edit, dialogs } = useUserActions()
  // Users cannot deactivate themselves.
  const selection = useSelection({
    rows: found.data?.rows,
    rowKey,
    canChoose: ({ id }) => id !== ownId,
    acrossPages: true,
  })
  const several = useBulkActivity({ onDone: selection.leave })
  return (
    <Page
      title="User Administration"
      help="Every account, across organizations and the platform."
      actions={
        <>
          <ExportCsvButton url={usersApi.exportUsers.url({ query: filter })} />
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
            Add User
          </Button>
        </>
      }
    >
      <ListScreen
        counted="users"
        list={list}
        query={found}
        search={{ placeholder: 'Search by name, username or email' }}
        filters={
          <UserFilters
            filter={{ tenantId, role, status }}
            onChange={list.narrow}
            onClear={list.isFiltered ? list.clear : undefined}
          />
        }
        none={{ icon: <Users size={20} aria-hidden />, title: 'No users yet' }}
        noMatches="Try another part of a name or email address, or fewer filters."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            failed="Failed to search users"
            columns={userColumns}
            rowKey={rowKey}
            page={list.page}
            pageSize={USER_PAGE_SIZE}
            onPage={list.turnTo}
            sort={list.sort}
            // Hits of a text come newest first: sorting a million of them would take too long.
            onSort={search ? undefined : list.sortBy}
            isCapped={found.data?.more}
            selection={selection}
            bulkActions={several.actions}
            onRowAction={edit}
            rowActions={actions}
            rowLabel={fullName}
          />
        )}
      </ListScreen>
      {dialogs}
      {several.dialog}
      <AddUserDialog organizationId={tenantId} isOpen={add === true} onOpenChange={setAdding} />
    </Page>
  )
}

/** A page of the search, in the shape of every other list. */
function useFoundUsers(filter: Omit<z.input<typeof userSearch>, 'limit' | 'offset'>, page: number) {
  const found = useQuery({
    ...usersApi.searchUsers({ query: { ...filter, limit: USER_PAGE_SIZE, offset: (page - 1) * USER_PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const { data } = found
  return { ...found, data: data && { rows: data.users, total: data.totalCount, more: data.countCapped } }
}
