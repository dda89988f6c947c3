import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { gradeOutcomeLabels } from '../../assessment/results/web/resultLabels.ts'
import { formatScore } from '../../shared/web/percentOf.ts'
import type { OwnFeedback } from '../contract.ts'
import { useStudentHome } from './client.ts'

/** Lists a student's latest grades and feedback in courses; nothing where there are none. */
export function StudentFeedback() {
  const query = useStudentHome()
  if (!query.data || query.data.feedback.length === 0) return null
  const rows = query.data.feedback.map((one) => ({ ...one, id: `${one.courseId} ${one.lessonId}` }))
  return (
    <Panel title="New feedback" query={query} rows={rows} empty="No new feedback">
      {(one) => <FeedbackRow feedback={one} />}
    </Panel>
  )
}

function FeedbackRow({ feedback }: { feedback: OwnFeedback }) {
  const { courseId, course, lessonId, lesson, outcome, score, comment, gradedBy, at } = feedback
  const { label, tone } = gradeOutcomeLabels[outcome]
  return (
    <>
      <div className={panel.line}>
        <span className={panel.name}>
          <PageLink to="/courses/$courseId" params={{ courseId }} search={{ lesson: lesson ? lessonId : undefined }}>
            {lesson || course}
          </PageLink>
        </span>
        <span className={panel.line}>
          {score !== null && <strong>{formatScore(score)}</strong>}
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <div className={panel.details}>
        {lesson && <span>{course}</span>}
        {gradedBy && <span>{gradedBy}</span>}
        <DateTime value={at} show="date" />
      </div>
      {comment && <p className={panel.words}>{comment}</p>}
    </>
  )
}
