import { PageLinkButton } from '#core/web/links.ts'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { formatMinutes } from '../../authoring/courses/web/courseLabels.ts'
import type { OwnCourse } from '../contract.ts'

type Step<Type> = Extract<OwnCourse['step'], { type: Type }>

/** Leads to the next lesson of the course that was worked on last; else says what the student waits for, and what to do meanwhile. */
export function Continue({ courses }: { courses: readonly OwnCourse[] }) {
  const course =
    courses.find(({ step }) => step.type === 'lesson') ?? courses.find(({ step }) => step.type === 'enroll')
  const waiting = courses.map(({ step }) => step).filter((step) => step.type === 'grade')
  if (!course) return <NothingToContinue courses={courses} waiting={waiting} />
  const { id: courseId, title, language, progress, step } = course
  const lesson = step.type === 'lesson' ? step : undefined
  return (
    <Card title={lesson ? 'Continue' : 'Start your required course'}>
      <Stack>
        <div className={panel.act}>
          <span className={panel.name} lang={language}>
            {lesson?.title ?? title}
            <span className={panel.details}>
              {lesson && <span>{title}</span>}
              {lesson && lesson.duration > 0 && <span>{formatMinutes(lesson.duration)}</span>}
            </span>
          </span>
          <PageLinkButton
            to="/courses/$courseId"
            params={{ courseId }}
            search={{ lesson: lesson?.lessonId }}
            variant="primary"
            aria-label={lesson ? `Continue: ${lesson.title}` : `Open course: ${title}`}
          >
            {lesson ? 'Continue' : 'Open course'}
          </PageLinkButton>
        </div>
        {lesson && <ProgressBar label={title} isLabelHidden value={progress} valueText={`${progress}% Complete`} />}
        {waiting[0] && (
          <p className={panel.details}>{`${describeWaiting(waiting)} Meanwhile, go on with this lesson.`}</p>
        )}
      </Stack>
    </Card>
  )
}

interface NothingToContinueProps {
  courses: readonly OwnCourse[]
  waiting: readonly Step<'grade'>[]
}

function NothingToContinue({ courses, waiting }: NothingToContinueProps) {
  const locked = courses.map(({ step }) => step).find((step) => step.type === 'locked')
  const [title, text] =
    waiting.length > 0
      ? ['Waiting for your instructor', `${describeWaiting(waiting)} Meanwhile, start another course.`]
      : locked
        ? ['Nothing to do right now', `Next lesson: “${locked.title}”. ${locked.message}`]
        : courses.length > 0
          ? ['You’re all caught up', 'You have completed all your courses.']
          : ['Start learning', 'Choose your first course. It will appear here.']
  return (
    <Card title={title}>
      <div className={panel.act}>
        <span>{text}</span>
        <PageLinkButton to="/courses" variant={courses.length === 0 ? 'primary' : 'secondary'}>
          Browse courses
        </PageLinkButton>
      </div>
    </Card>
  )
}

const describeWaiting = (waiting: readonly Step<'grade'>[]): string =>
  waiting.length === 1
    ? `“${waiting[0]?.title}” is submitted and waiting for a grade.`
    : `${waiting.length} submissions are waiting for a grade.`
