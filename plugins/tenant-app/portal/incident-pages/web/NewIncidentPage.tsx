import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { NewIncidents } from '../../../care/incidents/contract.ts'
import { IncidentForm } from '../../../care/incidents/web/IncidentForm.tsx'
import { REPORTS_ON_DEVICE, reportStore } from '../../../care/incidents/web/reportStore.ts'
import { useStoredMeetings } from '../../../scheduling/rosters/web/dayPack.ts'

const route = getRouteApi('/shell/incidents/new')

/** Writes the reports of one event: restores a stored report, and preselects the child from the session's page. */
export function NewIncidentPage() {
  const { student, session } = route.useSearch()
  const { id: userId, firstName, lastName } = useUser()
  const [openedAt] = useState(() => new Date().toISOString())
  const [isStored, setStored] = useState(false)
  const storedChildren = (useStoredMeetings() ?? []).flatMap(({ sessionId, children }) =>
    children.map((child) => ({ sessionId, id: child.id, name: `${child.firstName} ${child.lastName}` })),
  )
  const begun = useQuery({
    queryKey: [...REPORTS_ON_DEVICE, userId, 'begun'],
    // A stored report is restored for the same child, or for any where none is chosen.
    queryFn: async () =>
      (await reportStore(userId).list()).find(
        ({ isSent, report }) => !isSent && (!student || report.reports.some(({ studentId }) => studentId === student)),
      ) ?? null,
    gcTime: 0,
    staleTime: Infinity,
    networkMode: 'always',
  })
  const blank = (): NewIncidents => ({
    kind: 'injury',
    occurredAt: openedAt,
    place: '',
    description: '',
    bodyParts: [],
    signs: [],
    supervisedBy: `${firstName} ${lastName}`,
    witness: '',
    firstAid: '',
    prevention: '',
    familyText: '',
    sessionId: session ?? null,
    reports: student ? [{ id: crypto.randomUUID(), studentId: student }] : [],
    isSubmitted: true,
  })
  return (
    <Page
      title="Report an incident"
      above={<Breadcrumbs trail={[{ label: 'Incidents', href: '/incidents' }]} current="Report an incident" />}
    >
      {isStored ? (
        <EmptyState title="Saved on this device">It is sent when there is a connection.</EmptyState>
      ) : (
        <Card>
          {begun.isPending ? (
            <Skeleton height={640} />
          ) : (
            <IncidentForm
              userId={userId}
              initial={begun.data?.report ?? blank()}
              storedChildren={storedChildren}
              onStored={() => setStored(true)}
            />
          )}
        </Card>
      )}
    </Page>
  )
}
