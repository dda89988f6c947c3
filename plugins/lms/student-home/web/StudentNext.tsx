import { useHomePart } from '#core/web/pages/homeParts.ts'
import { PageLink, PageLinkButton } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { DueWork, StudentHome } from '../contract.ts'
import { Continue } from './Continue.tsx'
import { useStudentHome } from './client.ts'

/** Shows a student where to continue, and what is due within a week. */
export function StudentNext() {
  const query = useStudentHome()
  useHomePart(!query.isLoading)
  const { data } = query
  if (!data) return query.error && <ErrorState error={query.error} onRetry={query.refetch} />
  return (
    <Stack>
      <Continue courses={data.courses} />
      <DueThisWeek query={query} due={data.due} readAt={query.dataUpdatedAt} />
    </Stack>
  )
}

interface DueThisWeekProps {
  query: ReturnType<typeof useStudentHome>
  due: StudentHome['due']
  /** Time of the answer, by which work is overdue or not. */
  readAt: number
}

function DueThisWeek({ query, due, readAt }: DueThisWeekProps) {
  if (due.length === 0) return null
  const rows = due.map((work) => ({ ...work, id: `${work.courseId} ${work.lessonId ?? ''}` }))
  return (
    <Panel title="Due this week" query={query} rows={rows} empty="Nothing is due this week" isShort>
      {(work) => <DueRow work={work} isOverdue={Date.parse(work.dueAt) <= readAt} />}
    </Panel>
  )
}

function DueRow({ work, isOverdue }: { work: DueWork; isOverdue: boolean }) {
  const { courseId, course, lessonId, lesson, dueAt } = work
  // Due at the end of a day, which is the day before that instant.
  const day = new Date(Date.parse(dueAt) - 1)
  return (
    <div className={panel.act}>
      <span className={panel.name}>
        <PageLink to="/courses/$courseId" params={{ courseId }} search={{ lesson: lessonId ?? undefined }}>
          {lesson || course}
        </PageLink>
        <span className={panel.details}>
          {lesson && <span>{course}</span>}
          <span>
            Due <DateTime value={day} show="date" />
          </span>
        </span>
      </span>
      {isOverdue ? (
        <Badge tone="red">Overdue</Badge>
      ) : (
        <PageLinkButton
          to="/courses/$courseId"
          params={{ courseId }}
          search={{ lesson: lessonId ?? undefined }}
          size="small"
          aria-label={`Open: ${lesson || course}`}
        >
          Open
        </PageLinkButton>
      )}
    </div>
  )
}
