import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEmailTexts } from '#core/web/mail.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { erasureRequestsContract, type ErasureRequest } from '../request-contract.ts'
import { EraseDialog } from '../../../shared/web/EraseDialog.tsx'
import * as styles from './erasure.css.ts'
import { requestReads, requestsApi } from './client.ts'

type Chosen = { request: ErasureRequest; act: 'erase' | 'decline' }

/** Lists erasure requests. */
export function RequestsCard() {
  const { data, error, refetch } = useQuery(requestsApi.listErasureRequests())
  const [chosen, setChosen] = useState<Chosen>()
  const close = () => setChosen(undefined)
  return (
    <Card title="Deletion requests" help="You must answer within 30 days by law.">
      {error && <ErrorState error={error} onRetry={refetch} isFrameless />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && <p className={styles.quiet}>No deletion requests.</p>}
      <ul className={styles.people}>
        {data?.map((request) => (
          <li key={request.id} className={styles.person}>
            <span>
              <PersonName name={request.name} />
              <span className={styles.why}>
                {request.studentId !== null && `, asked by ${request.requestedByName}`}, to be answered by{' '}
                <DateTime value={request.dueAt} show="date" />
                {request.words && `: ${request.words}`}
              </span>
            </span>
            <span className={styles.acts}>
              <Button
                size="small"
                aria-label={`Decline the request about ${request.name}`}
                onPress={() => setChosen({ request, act: 'decline' })}
              >
                Decline
              </Button>
              <Button
                size="small"
                variant="danger"
                aria-label={`Erase ${request.name}`}
                onPress={() => setChosen({ request, act: 'erase' })}
              >
                Erase
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {chosen?.act === 'erase' && <EraseDialog {...personOf(chosen.request)} onClose={close} onErased={close} />}
      {chosen?.act === 'decline' && <DeclineDialog request={chosen.request} onClose={close} />}
    </Card>
  )
}

const personOf = ({ studentId, requestedBy }: ErasureRequest) =>
  studentId === null ? { kind: 'user' as const, id: requestedBy } : { kind: 'student' as const, id: studentId }

function DeclineDialog({ request: { id, name }, onClose }: { request: ErasureRequest; onClose: () => void }) {
  const { promise } = useEmailTexts()
  const decline = useMutation(requestsApi.declineErasure.mutation({ touches: requestReads }))
  return (
    <FormDialog
      title={`Decline to erase ${name}?`}
      isOpen
      onOpenChange={onClose}
      schema={erasureRequestsContract.declineErasure.body}
      defaultValues={{ answer: '' }}
      save={(body) => decline.mutateAsync({ params: { id }, body })}
      saved={{ title: 'Declined', description: name }}
      submit="Decline"
    >
      <FormTextField name="answer" label="Why" help={promise('It is emailed to the requester.')} autoFocus />
    </FormDialog>
  )
}
