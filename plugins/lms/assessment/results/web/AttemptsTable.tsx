import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { AttemptResult, LearnerAttempts } from '../contract.ts'
import { attemptStateLabels } from '../states-contract.ts'
import { resultReads, resultsApi } from './client.ts'
import * as styles from './results.css.ts'
import { attemptTones, formatTime } from './resultLabels.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

type Act = 'reopen' | 'discard'

const computeSeconds = ({ startedAt, finishedAt }: AttemptResult) =>
  finishedAt === null ? 0 : Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)

const buildColumns = (onAct: (attempt: AttemptResult, act: Act) => void): readonly Column<AttemptResult>[] => [
  {
    id: 'attempt',
    header: 'Attempt',
    isPrimary: true,
    cell: ({ id, number, cycle }) => (
      <PageLink to="/results/attempts/$attemptId" params={{ attemptId: id }}>
        {`Attempt ${number}${cycle > 1 ? `, time ${cycle}` : ''}`}
      </PageLink>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={attemptTones[state]}>{attemptStateLabels[state]}</Badge>,
  },
  {
    id: 'score',
    header: 'Score',
    cell: ({ score, scoreBeforeRegrade }) => (
      <span className={styles.number}>
        {formatScore(score)}
        {scoreBeforeRegrade !== null && <span className={styles.quiet}> was {formatScore(scoreBeforeRegrade)}</span>}
      </span>
    ),
  },
  {
    id: 'time',
    header: 'Time',
    cell: (attempt) => <span className={styles.number}>{formatTime(computeSeconds(attempt))}</span>,
  },
  {
    id: 'started',
    header: 'Begun',
    cell: ({ startedAt }) => (
      <span className={styles.number}>
        <DateTime value={startedAt} />
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (attempt) => (
      <MenuButton
        label={`Actions for attempt ${attempt.number}`}
        size="small"
        items={[
          { label: 'Reopen', isDisabled: attempt.finishedAt === null, onAction: () => onAct(attempt, 'reopen') },
          'separator',
          {
            label: 'Discard attempt',
            isDanger: true,
            isDisabled: attempt.state === 'discarded',
            onAction: () => onAct(attempt, 'discard'),
          },
        ]}
      />
    ),
  },
]

/** Lists attempts of one learner, with their actions. */
export function AttemptsTable({ learner }: { learner: UseQueryResult<LearnerAttempts> }) {
  const [asked, setAsked] = useState<{ attempt: AttemptResult; act: Act; isOpen: boolean }>()
  const reopen = useMutation(resultsApi.reopenAttempt.mutation({ touches: resultReads }))
  const discard = useMutation(resultsApi.discardAttempt.mutation({ touches: resultReads }))
  const name = learner.data?.learner.name ?? ''
  const onConfirm = async () => {
    if (!asked) return
    const params = { attemptId: asked.attempt.id }
    await (asked.act === 'reopen' ? reopen.mutateAsync({ params, body: {} }) : discard.mutateAsync({ params }))
    notify({ title: asked.act === 'reopen' ? 'Attempt reopened' : 'Attempt discarded', description: name })
  }
  return (
    <>
      <DataTable
        label="Attempts"
        columns={buildColumns((attempt, act) => setAsked({ attempt, act, isOpen: true }))}
        rows={learner.data?.attempts}
        rowKey={({ id }) => id}
        query={learner}
        skeletons={2}
        empty={
          <EmptyState icon={<ListChecks size={20} aria-hidden />} title="No attempts yet">
            Extra time and attempts apply from the first attempt on.
          </EmptyState>
        }
      />
      {asked && (
        <ConfirmDialog
          title={
            asked.act === 'reopen'
              ? `Reopen attempt ${asked.attempt.number} of ${name}?`
              : `Let attempt ${asked.attempt.number} of ${name} not count?`
          }
          confirmLabel={asked.act === 'reopen' ? 'Reopen' : 'Discard attempt'}
          tone={asked.act === 'reopen' ? 'primary' : 'danger'}
          isOpen={asked.isOpen}
          onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
          onConfirm={onConfirm}
        >
          {asked.act === 'reopen'
            ? 'They go on with their answers, for 15 minutes where the quiz has a time limit. Until it is submitted again its score does not count.'
            : 'Its answers are kept, and it stays one of the attempts that they have: grant another one if they should try again. A lesson that is complete stays complete.'}
        </ConfirmDialog>
      )}
    </>
  )
}
