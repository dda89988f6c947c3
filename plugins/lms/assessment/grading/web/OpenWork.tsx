import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { KeyHandler } from '#core/web/ui/media/viewerKeys.ts'
import { AnswersError } from '../../attempts/web/AnswersError.tsx'
import type { OpenWork as Work } from '../contract.ts'
import { AttemptShown } from './AttemptShown.tsx'
import { gradingApi } from './client.ts'
import { getGivenGrade, type GradeDraft } from './gradeDraft.ts'
import { GradeConflict } from './GradeConflict.tsx'
import { GradeForm } from './GradeForm.tsx'
import { GradeLog } from './GradeLog.tsx'
import * as styles from './Grading.css.ts'
import { stateLabels } from './gradingLabels.ts'
import { HandInShown } from './HandInShown.tsx'
import { useGrading } from './useGrading.ts'
import { formatLearners } from './WorkList.tsx'

/** Milliseconds between two reports of presence. */
const PRESENCE_INTERVAL_MS = 20_000

interface OpenWorkProps {
  id: string
  isAnonymous: boolean
  /** Moves the focus to the work, which a user opened. */
  takesFocus: boolean
  draft: GradeDraft | undefined
  onDraft: (draft: GradeDraft | undefined) => void
  /** Called after the work was posted, returned or excused. */
  onDone: () => void
  onKeys: (handle: KeyHandler | undefined) => void
}

/** Renders a piece of work beside its grade. */
export function OpenWork(props: OpenWorkProps) {
  const { id, isAnonymous } = props
  const query = isAnonymous ? { anonymous: 'true' as const } : {}
  const work = useQuery(gradingApi.openWork({ params: { id }, query }))
  const { data, refetch } = work
  const presence = useQuery({
    queryKey: ['grading-presence', id],
    queryFn: ({ signal }) => gradingApi.beAtWork.call({ params: { id } }, signal),
    refetchInterval: PRESENCE_INTERVAL_MS,
  })
  const seen = presence.data?.version
  useEffect(() => {
    if (seen !== undefined && data && seen > data.version) void refetch()
  }, [seen, data, refetch])
  if (data) return <Desk {...props} work={data} present={presence.data?.present ?? data.present} />
  if (work.error) return <AnswersError error={work.error} onRetry={work.refetch} />
  return <Skeleton height={400} />
}

interface DeskProps extends OpenWorkProps {
  work: Work
  present: readonly string[]
}

function Desk({ work, present, isAnonymous, takesFocus, draft, onDraft, onDone, onKeys }: DeskProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, lesson, lessonId, course, courseId, state, handIn, versions, log, learners } = work
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const grading = useGrading({ work, draft, onDraft, onDone, isAnonymous })
  const { label, tone } = stateLabels[state]
  return (
    <Stack>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {formatLearners(work)}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className={styles.quiet}>
        <PageLink to="/courses/$courseId" params={{ courseId }} search={{ lesson: lessonId }}>
          {lesson}
        </PageLink>
        , {course}
        {learners.length > 1 && `. The team: ${learners.join(', ')}`}
      </p>
      {present.length > 0 && (
        <Banner>
          {present.join(', ')} {present.length === 1 ? 'has' : 'have'} this open as well.
        </Banner>
      )}
      {grading.theirs && (
        <GradeConflict theirs={grading.theirs} onKeepMine={grading.keepMine} onTakeTheirs={grading.drop} />
      )}
      <div className={styles.desk}>
        <Stack>
          {work.attempt && <AttemptShown attempt={work.attempt} number={work.number} />}
          {handIn && <HandInShown handIn={handIn} versions={versions} />}
          {log.length > 0 && (
            <Card>
              <Disclosure label="History">{() => <GradeLog log={log} />}</Disclosure>
            </Card>
          )}
        </Stack>
        <GradeForm
          key={`${id} ${work.version}`}
          work={work}
          given={draft?.given ?? getGivenGrade(work)}
          problems={grading.problems}
          isPending={grading.isPending}
          isChanged={draft !== undefined}
          onChange={grading.change}
          onSend={grading.send}
          onHide={grading.hide}
          onKeys={onKeys}
        />
      </div>
    </Stack>
  )
}
