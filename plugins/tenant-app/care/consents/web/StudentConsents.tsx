import { useMutation, useQuery } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ReasonDialog } from '../../../base/ledger/web/ReasonDialog.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { PastAnswer, StudentConsent } from '../student-contract.ts'
import * as styles from './Consents.css.ts'
import { StateBadge } from './StateBadge.tsx'
import { studentConsentsApi } from './client.ts'
import { answerLabels, kindNames } from './consentLabels.ts'

/** Lists a student's consents: their states, and for admins the answers. */
export function StudentConsents({ studentId }: { studentId: string }) {
  const { role } = useUser()
  if (role === 'superadmin') return <OpenedWithReason studentId={studentId} />
  return <AnswersText studentId={studentId} hasHistory={role === 'tenant_admin'} />
}

function AnswersText({ studentId, hasHistory }: { studentId: string; hasHistory: boolean }) {
  const consents = useQuery(studentConsentsApi.listStudentConsents({ params: { id: studentId } }))
  const open = useMutation(
    studentConsentsApi.openStudentConsents.mutation({
      onError: (error) =>
        notify({ title: 'The answers could not be shown', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (consents.error && !consents.data) return <ErrorState error={consents.error} onRetry={consents.refetch} />
  if (!consents.data) return <Skeleton height={240} />
  const show = (
    <Button
      size="small"
      isPending={open.isPending}
      onPress={() => open.mutate({ params: { id: studentId }, body: {} })}
    >
      Show all answers
    </Button>
  )
  return (
    <Stack>
      <Consents consents={consents.data} actions={hasHistory && !open.data ? show : undefined} />
      {open.data && <History answers={open.data.answers} />}
    </Stack>
  )
}

function OpenedWithReason({ studentId }: { studentId: string }) {
  const [isAsking, setAsking] = useState(false)
  const open = useMutation(studentConsentsApi.openStudentConsents.mutation())
  if (open.data) {
    return (
      <Stack>
        <Consents consents={open.data.consents} />
        <History answers={open.data.answers} />
      </Stack>
    )
  }
  return (
    <>
      <EmptyState
        icon={<FileCheck size={20} aria-hidden />}
        title="Consents open with a reason"
        action={<Button onPress={() => setAsking(true)}>Show consents</Button>}
      >
        The organization’s admins are notified of your access.
      </EmptyState>
      <ReasonDialog
        title="Show the consents of this student"
        isOpen={isAsking}
        onOpenChange={setAsking}
        onShow={(body) => open.mutateAsync({ params: { id: studentId }, body })}
      />
    </>
  )
}

function Consents({ consents, actions }: { consents: readonly StudentConsent[]; actions?: React.ReactNode }) {
  if (consents.length === 0 && !actions) {
    return (
      <EmptyState icon={<FileCheck size={20} aria-hidden />} title="No consents are asked for">
        The organization’s consents are in its settings.
      </EmptyState>
    )
  }
  return (
    <Card title="Consents" actions={actions}>
      {consents.length === 0 && <p className={styles.note}>Nothing is asked for this student now.</p>}
      <ul className={styles.list}>
        {consents.map(({ id, title, kind, state, expiresOn }) => (
          <li key={id} className={styles.line}>
            <span className={styles.words}>
              {title}{' '}
              <span className={styles.note}>
                · {kindNames[kind]}
                {state === 'given' && expiresOn && (
                  <>
                    {' · until '}
                    <DateTime value={expiresOn} />
                  </>
                )}
              </span>
            </span>
            <StateBadge state={state} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const columns = (zone: string): readonly Column<PastAnswer>[] => [
  {
    id: 'consent',
    header: 'Consent',
    isPrimary: true,
    cell: ({ title, version }) => `${title} (version ${version})`,
  },
  { id: 'answer', header: 'Answer', cell: ({ answer }) => answerLabels[answer] },
  { id: 'by', header: 'Guardian', cell: ({ guardianName }) => guardianName },
  {
    id: 'how',
    header: 'How',
    cell: ({ recordedBy }) => (recordedBy === null ? 'In the portal' : `On paper, put in by ${recordedBy}`),
  },
  { id: 'at', header: 'When', cell: ({ answeredAt }) => <DateTime value={answeredAt} zone={zone} /> },
  { id: 'until', header: 'Holds until', cell: ({ expiresOn }) => <DateTime value={expiresOn} /> },
]

function History({ answers }: { answers: readonly PastAnswer[] }) {
  const zone = useZone()
  return (
    <DataTable
      label="Answers"
      columns={columns(zone)}
      rows={answers}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No answers yet" />}
    />
  )
}
