import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { download } from '#core/web/download.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { Incident } from '../contract.ts'
import { kindLabels } from '../labels-contract.ts'
import { IncidentDialogs, type IncidentDialog } from './IncidentDialogs.tsx'
import { IncidentDetails } from './IncidentDetails.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { familyIncidentsApi, incidentReads, incidentsApi } from './client.ts'

const route = getRouteApi('/shell/incidents/$id')

/** Shows one report: its text, its additions, and the next action. */
export function IncidentPage() {
  const { id } = route.useParams()
  const incident = useQuery(incidentsApi.getIncident({ params: { id } }))
  const [dialog, open] = useState<IncidentDialog>()
  const { data } = incident
  const title = data ? `${kindLabels[data.kind]}: ${data.studentName}` : 'Incident report'
  return (
    <Page
      title={title}
      help={
        data && (
          <>
            <StatusBadge status={data.status} /> {data.isSerious && <Badge tone="red">Serious</Badge>}
          </>
        )
      }
      above={<Breadcrumbs trail={[{ label: 'Incidents', href: '/incidents' }]} current={title} />}
      actions={data && <Actions incident={data} onOpen={open} />}
    >
      {incident.error && !data && <ErrorState error={incident.error} onRetry={incident.refetch} />}
      {incident.isPending && <Skeleton height={480} />}
      {data && (
        <>
          <NextAct incident={data} />
          <IncidentDetails incident={data} />
          <IncidentDialogs incident={data} open={dialog} onClose={() => open(undefined)} />
        </>
      )}
    </Page>
  )
}

function NextAct({ incident: { status, isSerious, entries, namedChildren } }: { incident: Incident }) {
  const needsCall = isSerious && status === 'submitted' && !entries.some(({ kind }) => kind === 'call')
  return (
    <>
      {needsCall && <Banner tone="warn">This is serious. Call a guardian and log the call before you share it.</Banner>}
      {namedChildren.length > 0 && (
        <Banner tone="warn">{`The text for the family names ${namedChildren.join(', ')}. Write it without other children’s names.`}</Banner>
      )}
    </>
  )
}

function Actions({ incident, onOpen }: { incident: Incident; onOpen: (dialog: IncidentDialog) => void }) {
  const { id, status, isWriter, mayShare, mayManage } = incident
  const navigate = useNavigate()
  const options = {
    touches: incidentReads,
    onError: (error: Error) =>
      notify({ title: 'That did not work', description: errorText(error), tone: 'destructive' as const }),
  }
  const submit = useMutation(incidentsApi.submitIncident.mutation(options))
  const close = useMutation(incidentsApi.closeIncident.mutation(options))
  const remove = useMutation(
    incidentsApi.deleteDraft.mutation({ ...options, onSuccess: () => navigate({ to: '/incidents', replace: true }) }),
  )
  const params = { id }
  const isOpen = status !== 'draft' && status !== 'closed'
  const items: MenuEntry[] = [
    ...(isOpen
      ? [
          { label: 'Log a call', onAction: () => onOpen('call') },
          { label: 'Add to the report', onAction: () => onOpen('addition') },
        ]
      : []),
    ...(isOpen && mayManage ? [{ label: 'Add a follow-up', onAction: () => onOpen('follow-up') }] : []),
    ...(isWriter && status !== 'closed' ? [{ label: 'Add a photo', onAction: () => onOpen('photo') }] : []),
    ...(mayManage && status !== 'draft'
      ? [{ label: 'Export as PDF', onAction: () => download(familyIncidentsApi.exportIncident.url({ params })) }]
      : []),
    ...(mayManage && (status === 'shared' || status === 'acknowledged')
      ? [{ label: 'Close', onAction: () => close.mutate({ params }) }]
      : []),
    ...(isWriter && status === 'draft'
      ? [{ label: 'Delete draft', isDanger: true, onAction: () => remove.mutate({ params }) }]
      : []),
  ]
  return (
    <>
      {isWriter && status === 'draft' && (
        <>
          <Button onPress={() => onOpen('edit')}>Edit</Button>
          <Button variant="primary" isPending={submit.isPending} onPress={() => submit.mutate({ params })}>
            Submit report
          </Button>
        </>
      )}
      {mayShare && (
        <Button variant="primary" onPress={() => onOpen('share')}>
          Share with the family
        </Button>
      )}
      {items.length > 0 && <MenuButton label="Actions for this report" items={items} />}
    </>
  )
}
