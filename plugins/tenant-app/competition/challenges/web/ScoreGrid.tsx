import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Table2, Undo2 } from 'lucide-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { cellKey } from '../score-contract.ts'
import { ScoreConflicts } from './ScoreConflicts.tsx'
import { ScoreTable } from './ScoreTable.tsx'
import { undoneText, unsavedScores } from './challengeLabels.ts'
import { scoresApi } from './client.ts'
import { useQueueState, useScoreQueue } from './useScores.ts'

const PAGE_SIZE = 50
/** Milliseconds between polls for other users' scores. */
const POLL_INTERVAL_MS = 20_000

interface ScoreGridProps {
  /** Scope of the grid: a session, a project, chosen challenges, or all that are active. */
  of: { sessionId?: string | undefined; projectId?: string | undefined; challenges?: string | undefined }
  search?: string | undefined
  page: number
  onPage: (page: number) => void
  /** At the beginning of the toolbar. */
  tools?: ReactNode
  /** Hint for a grid without challenges. */
  none: ReactNode
}

/** Edits students' scores in challenges by keyboard. */
export function ScoreGrid({ of, search, page, onPage, tools, none }: ScoreGridProps) {
  const queue = useScoreQueue()
  const { conflicts, failure, unsaved, canUndo } = useQueueState(queue)
  const query = { ...of, search: search || undefined, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...scoresApi.scoreGrid({ query }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  })
  useEffect(() => {
    if (!data) return
    const places = data.students.flatMap(({ id: studentId, firstName, lastName }) =>
      data.challenges.map(({ id: challengeId, title }) => ({
        challengeId,
        studentId,
        name: `${firstName} ${lastName}, ${title}`,
      })),
    )
    queue.learn(places, data.scores, dataUpdatedAt)
  }, [queue, data, dataUpdatedAt])
  const judged = useMemo(() => new Map(data?.judged.map((cell) => [cellKey(cell), cell])), [data?.judged])
  const withFeedback = useMemo(
    () => new Set(data?.scores.filter(({ hasFeedback }) => hasFeedback).map((score) => cellKey(score))),
    [data?.scores],
  )
  // The address names a page past the end, since fewer students are listed now.
  const isBeyond = data !== undefined && data.students.length === 0 && data.totalStudents > 0
  useEffect(() => {
    if (isBeyond) onPage(Math.ceil(data.totalStudents / PAGE_SIZE))
  }, [isBeyond, data, onPage])
  if (!data || isBeyond) return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height={320} />
  const { challenges, students, totalStudents } = data
  const undo = () => {
    const undone = queue.undo()
    if (undone.kept > 0) notify({ title: undoneText(undone) })
  }
  const end = (
    <>
      <span role="status">{unsaved > 0 ? `Saving ${unsaved === 1 ? 'one score' : `${unsaved} scores`}` : ''}</span>
      <Button icon={<Undo2 size={16} aria-hidden />} isDisabled={!canUndo} onPress={undo}>
        Undo
      </Button>
    </>
  )
  return (
    <Stack>
      <Toolbar label="Scores" end={challenges.length > 0 && end}>
        {tools}
      </Toolbar>
      {failure !== undefined && (
        <Banner tone="warn" title={unsavedScores(unsaved)}>
          {failure} They are saved here and will be sent again.
        </Banner>
      )}
      <ScoreConflicts queue={queue} conflicts={conflicts} />
      {challenges.length === 0 ? (
        none
      ) : students.length === 0 ? (
        <EmptyState icon={<Table2 size={20} aria-hidden />} title={search ? 'No students match' : 'No students yet'}>
          {search ? 'Try another part of the name.' : 'Participants are listed here for scoring.'}
        </EmptyState>
      ) : (
        <ScoreTable
          queue={queue}
          students={students}
          challenges={challenges}
          judged={judged}
          withFeedback={withFeedback}
        />
      )}
      {totalStudents > PAGE_SIZE && (
        <Pagination label="students" page={page} pageSize={PAGE_SIZE} total={totalStudents} onChange={onPage} />
      )}
    </Stack>
  )
}
