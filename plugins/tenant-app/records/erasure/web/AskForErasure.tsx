import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEmailTexts } from '#core/web/mail.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { newErasureRequest } from '../request-contract.ts'
import * as styles from './erasure.css.ts'
import { requestsApi, requestReads } from './client.ts'

interface AskForErasureProps {
  /** A child of the caller; null for the caller. */
  studentId: string | null
  /** 'Mia', or 'you'. */
  whom: string
}

/** Lists the caller's requests with their answers, and opens a new one. */
export function AskForErasure({ studentId, whom }: AskForErasureProps) {
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery(requestsApi.listOwnErasureRequests())
  if (error) return <ErrorState error={error} onRetry={refetch} isFrameless />
  if (!data) return <Skeleton height={72} />
  const last = data.find((one) => one.studentId === studentId)
  return (
    <div className={styles.outlook}>
      {last && !last.isDeclined && (
        <p className={styles.quiet}>
          You asked on <DateTime value={last.askedAt} show="date" />. You are answered by{' '}
          <DateTime value={last.dueAt} show="date" />.
        </p>
      )}
      {last?.isDeclined && <p className={styles.quiet}>Your last request was declined: {last.answer}</p>}
      {(!last || last.isDeclined) && (
        <div>
          <Button onPress={() => setAsking(true)}>Ask for erasure</Button>
        </div>
      )}
      <AskDialog studentId={studentId} whom={whom} isOpen={isAsking} onOpenChange={setAsking} />
    </div>
  )
}

function AskDialog({ studentId, whom, ...dialog }: AskForErasureProps & DialogState) {
  const { sendsMail } = useEmailTexts()
  const ask = useMutation(requestsApi.askForErasure.mutation({ touches: requestReads }))
  return (
    <FormDialog
      {...dialog}
      title="Ask for erasure"
      help={`What is kept about ${whom} is deleted permanently, except for counts without names. You get an answer within 30 days.`}
      schema={newErasureRequest}
      defaultValues={{ studentId, words: '' }}
      save={(body) => ask.mutateAsync({ body })}
      saved={{
        title: 'Asked',
        description: sendsMail ? 'You will get an answer by email.' : 'You will find the answer here.',
      }}
      submit="Ask"
    >
      <FormTextField
        name="words"
        label="Anything to add"
        help="Optional: you do not have to give a reason."
        autoFocus
      />
    </FormDialog>
  )
}
