import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus, Users } from 'lucide-react'
import { roleNames } from '#core/contract/roles.ts'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { organizationRoles, personStates } from '../contract.ts'
import { InvitePersonDialog } from './InvitePersonDialog.tsx'
import { NameRequests } from './NameRequests.tsx'
import { peopleApi } from './client.ts'
import { peopleAddress } from './peopleAddress.ts'
import { peopleColumns } from './peopleColumns.tsx'
import { nameOf, stateLabels } from './personLabels.ts'
import { usePersonActions } from './usePersonActions.tsx'

const route = getRouteApi('/shell/org-settings')
const PAGE_SIZE = 25

const roleOptions = organizationRoles.map((id) => ({ id, label: roleNames[id] }))
const stateOptions = personStates.map((id) => ({ id, label: stateLabels[id].label }))

/** The people of the organization and their accounts; what is searched for and the page are in the address. */
export function PeopleTab() {
  const address = peopleAddress(route.useSearch())
  const navigate = route.useNavigate()
  const list = useListAddress({
    address,
    navigate: ({ search: change, ...how }) =>
      navigate({ ...how, search: (now) => ({ ...now, ...change(peopleAddress(now)) }) }),
    filters: ['role', 'state'],
  })
  const { search, role, state, invite } = address
  const setInviting = (isOpen: boolean) =>
    void navigate({
      search: (now) => ({ ...now, invite: isOpen ? true : undefined }),
      replace: true,
      resetScroll: false,
    })
  const people = useQuery({
    ...peopleApi.listPeople.page({
      query: { search, role, state, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const { actions, main, dialogs } = usePersonActions()
  const hasPlans = usePlatform().plugins.includes('billing')
  return (
    <Stack>
      <NameRequests />
      <Card
        title="People"
        help={
          hasPlans
            ? 'Staff, parents and students. Staff count toward your plan; parents and students are free.'
            : 'Staff, parents and students.'
        }
        actions={
          <Button variant="primary" icon={<UserPlus size={16} aria-hidden />} onPress={() => setInviting(true)}>
            Invite
          </Button>
        }
      >
        <ListScreen
          counted="people"
          list={list}
          query={people}
          search={{ placeholder: 'Search by name or email' }}
          filters={
            <ListFilters
              list={list}
              address={address}
              filters={[
                { name: 'role', label: 'Role', all: 'All roles', options: roleOptions },
                { name: 'state', label: 'State', all: 'All states', options: stateOptions },
              ]}
            />
          }
          none={{
            icon: <Users size={20} aria-hidden />,
            title: 'No people yet',
            children: 'Invite your staff.',
          }}
          noMatches="Try another part of a name or email address, or fewer filters."
        >
          {(shown) => (
            <PagedTable
              {...shown}
              columns={peopleColumns}
              rowKey={({ id }) => id}
              page={list.page}
              pageSize={PAGE_SIZE}
              onPage={list.turnTo}
              onRowAction={main}
              rowActions={actions}
              rowLabel={nameOf}
            />
          )}
        </ListScreen>
        {dialogs}
        <InvitePersonDialog isOpen={invite === true} onOpenChange={setInviting} />
      </Card>
    </Stack>
  )
}
