import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { roleNames } from '#core/contract/roles.ts'
import { recordNameUses } from '#core/web/slots.ts'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { NameRequest } from '../names-contract.ts'
import { namesApi, peopleReads } from './client.ts'

const nameNow = ({ firstName, lastName }: NameRequest) => `${firstName} ${lastName}`
const nameThen = ({ requestedFirstName, requestedLastName }: NameRequest) =>
  `${requestedFirstName} ${requestedLastName}`

const columns: readonly Column<NameRequest>[] = [
  { id: 'now', header: 'Name on record', isPrimary: true, cell: (request) => <PersonName name={nameNow(request)} /> },
  { id: 'requested', header: 'Requested name', cell: nameThen },
  { id: 'role', header: 'Role', cell: ({ role }) => roleNames[role] },
  { id: 'decision', header: 'Decision', cell: (request) => <Decision request={request} /> },
]

/** Names that people have asked for, which an admin approves or rejects; nothing where none waits. */
export function NameRequests() {
  const requests = useQuery({ ...namesApi.listNameRequests(), staleTime: 0 })
  if (!requests.data || requests.data.length === 0) return null
  return (
    <Card
      title="Name requests"
      help={
        <>
          Others see an approved name. <Contributions to={recordNameUses} />
        </>
      }
    >
      <DataTable
        label="Name requests"
        columns={columns}
        rows={requests.data}
        rowKey={({ id }) => id}
        query={requests}
        empty={null}
      />
    </Card>
  )
}

function Decision({ request }: { request: NameRequest }) {
  const decide = useMutation(
    namesApi.decideNameRequest.mutation({
      touches: [...peopleReads, namesApi.listNameRequests.key(), ['api', 'dashboard']],
      // Not a callback of `mutate`: the row is gone before that would be called.
      onSuccess: (_, { body: { isApproved } }) =>
        notify({ title: isApproved ? 'Name approved' : 'Name rejected', description: nameThen(request) }),
      onError: ({ detail }) => notify({ title: 'Not decided', description: detail, tone: 'destructive' }),
    }),
  )
  const send = (isApproved: boolean) => {
    const { id, requestedFirstName: firstName, requestedLastName: lastName } = request
    decide.mutate({ params: { id }, body: { firstName, lastName, isApproved } })
  }
  return (
    <span>
      <Button
        size="small"
        aria-label={`Approve the name ${nameThen(request)}`}
        isDisabled={decide.isPending}
        onPress={() => send(true)}
      >
        Approve
      </Button>{' '}
      <Button
        size="small"
        variant="quiet"
        aria-label={`Reject the name ${nameThen(request)}`}
        isDisabled={decide.isPending}
        onPress={() => send(false)}
      >
        Reject
      </Button>
    </span>
  )
}
