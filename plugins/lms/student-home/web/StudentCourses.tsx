import { PageLink, PageLinkButton } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { OwnCourse } from '../contract.ts'
import { useStudentHome } from './client.ts'

/** Lists a student's courses with their progress; the first part of the home says what to do without any. */
export function StudentCourses() {
  const query = useStudentHome()
  if (!query.data || query.data.courses.length === 0) return null
  return (
    <Panel
      title="Courses"
      query={query}
      rows={query.data.courses}
      empty="No courses yet"
      isShort
      more={
        <div>
          <PageLinkButton to="/courses" variant="quiet" size="small">
            All courses
          </PageLinkButton>
        </div>
      }
    >
      {(course) => <CourseRow course={course} />}
    </Panel>
  )
}

function CourseRow({ course: { id: courseId, title, language, progress, isRequired, step } }: { course: OwnCourse }) {
  return (
    <>
      <div className={panel.line}>
        <span className={panel.name} lang={language}>
          <PageLink to="/courses/$courseId" params={{ courseId }}>
            {title}
          </PageLink>
        </span>
        {step.type === 'completed' ? (
          <Badge tone="green">Completed</Badge>
        ) : (
          isRequired && <Badge tone="amber">Required</Badge>
        )}
      </div>
      {step.type !== 'completed' && step.type !== 'enroll' && (
        <ProgressBar label={title} isLabelHidden value={progress} valueText={`${progress}% Complete`} />
      )}
      <div className={panel.details}>{describeStep(step, progress)}</div>
    </>
  )
}

function describeStep(step: OwnCourse['step'], progress: number): string {
  switch (step.type) {
    case 'enroll':
      return 'Not started'
    case 'lesson':
      return `${progress}% complete · Next: ${step.title}`
    case 'grade':
      return `${progress}% complete · “${step.title}” is waiting for a grade`
    case 'locked':
      return `${progress}% complete · ${step.message}`
    case 'completed':
      return ''
  }
}
