import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '#core/web/download.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { childAnchors, childReads } from '../../../shared/web/slots.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { newAcknowledgment, type FamilyIncident } from '../family-contract.ts'
import { familyIncidentsApi } from './client.ts'

interface ChildIncidentsProps {
  studentId: string
  firstName: string
}

/** Lists a child's shared incidents on the child's page; renders nothing without any. */
export function ChildIncidents(props: ChildIncidentsProps) {
  const isGuardian = useUser().role === 'parent'
  const query = useFamilyIncidents(props.studentId, isGuardian)
  if (!query.data || query.data.length === 0) return null
  return (
    <div id={childAnchors.incidents} tabIndex={-1}>
      <Card title="Notes about incidents">
        <FamilyIncidents {...props} />
      </Card>
    </div>
  )
}

function useFamilyIncidents(studentId: string, enabled = true) {
  return useQuery({
    ...familyIncidentsApi.listFamilyIncidents({ params: { id: studentId }, query: { limit: 25 } }),
    enabled,
  })
}

/** @param areOpenOnly true to list only those that the guardian has not acknowledged */
export function FamilyIncidents({
  studentId,
  firstName,
  areOpenOnly = false,
}: ChildIncidentsProps & { areOpenOnly?: boolean }) {
  const incidents = useFamilyIncidents(studentId)
  if (incidents.error && !incidents.data) return <ErrorState error={incidents.error} onRetry={incidents.refetch} />
  if (!incidents.data) return <Skeleton height={160} />
  const shown = areOpenOnly ? incidents.data.filter(({ own }) => own === null) : incidents.data
  if (shown.length === 0) return <p>{`Everything about ${firstName} is acknowledged.`}</p>
  return (
    <ul className={panel.list}>
      {shown.map((incident) => (
        <li key={incident.id} className={panel.row}>
          <Note incident={incident} studentId={studentId} />
        </li>
      ))}
    </ul>
  )
}

function Note({ incident, studentId }: { incident: FamilyIncident; studentId: string }) {
  const zone = useZone()
  const { id, occurredAt, familyText, sharedByName, own } = incident
  return (
    <Stack as="article" aria-labelledby={`incident-${id}`}>
      <div id={`incident-${id}`} className={panel.name}>
        <DateTime value={occurredAt} zone={zone} />
      </div>
      <div className={panel.words}>{familyText}</div>
      <div className={panel.details}>Shared by {sharedByName}</div>
      {own ? (
        <div className={panel.act}>
          <span>
            {own.disagrees ? 'You disagreed' : 'Acknowledged'} on <DateTime value={own.acknowledgedAt} zone={zone} />
            {own.words && `: ${own.words}`}
          </span>
          <Button
            size="small"
            aria-describedby={`incident-${id}`}
            onPress={() => download(familyIncidentsApi.exportIncident.url({ params: { id } }))}
          >
            Save as PDF
          </Button>
        </div>
      ) : (
        <Acknowledge incidentId={id} studentId={studentId} />
      )}
    </Stack>
  )
}

function Acknowledge({ incidentId, studentId }: { incidentId: string; studentId: string }) {
  const { firstName, lastName } = useUser()
  const [disagrees, setDisagrees] = useState(false)
  const acknowledge = useMutation(
    familyIncidentsApi.acknowledgeIncident.mutation({
      touches: [familyIncidentsApi.listFamilyIncidents.key({ params: { id: studentId } }), childReads],
    }),
  )
  const form = useContractForm(newAcknowledgment, {
    defaultValues: { typedName: `${firstName} ${lastName}`, disagrees: false, words: '' },
    submit: async (body) => {
      await acknowledge.mutateAsync({ params: { id: incidentId }, body })
      notify({ title: body.disagrees ? 'Sent' : 'Acknowledged' })
    },
  })
  return (
    <Form form={form} aria-label="Acknowledge">
      <FormTextField
        name="typedName"
        label="Your full name"
        help="It counts as your signature that you have read this."
      />
      {disagrees && <FormTextField name="words" label="What you see differently" multiline rows={3} autoFocus />}
      <FormActions>
        <SubmitButton>{disagrees ? 'Send' : 'Acknowledge'}</SubmitButton>
        {!disagrees && (
          <Button
            onPress={() => {
              form.form.setValue('disagrees', true)
              setDisagrees(true)
            }}
          >
            I disagree
          </Button>
        )}
      </FormActions>
    </Form>
  )
}
