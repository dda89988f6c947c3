import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { isCommand } from '#core/web/ui/media/viewerKeys.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import type { CatalogCourse, CatalogLesson } from '../../delivery/catalog/contract.ts'
import { catalogApi } from '../../delivery/catalog/web/client.ts'
import { formatMinutes } from '../../authoring/courses/web/courseLabels.ts'
import { LessonView } from '../../authoring/lessons/kinds/web/LessonView.tsx'
import { typeLabels } from '../../authoring/lessons/web/lessonLabels.ts'
import { LessonNotes } from '../../delivery/notes/web/LessonNotes.tsx'
import { Completion } from '../../delivery/learning/web/Completion.tsx'
import { ConnectionBanner } from '../../delivery/learning/web/ConnectionBanner.tsx'
import * as styles from './CoursePage.css.ts'
import { listLessons } from '../../delivery/learning/web/lessonsIn.ts'
import { useFollower } from '../../delivery/learning/web/useFollower.ts'
import { DiscussionCare, lessonWorks, useCanModerate } from './lessonWork.ts'

interface OpenLessonProps {
  course: CatalogCourse
  lesson: CatalogLesson
  onSelect: (lessonId: string | undefined) => void
  /** Receives the focus when a lesson was chosen. */
  heading: RefObject<HTMLHeadingElement | null>
}

/**
 * Renders an open lesson. Keys while the focus is in it: N and P open the next and the previous one, K plays and pauses its
 * video or audio.
 */
export function OpenLesson({ course, lesson, onSelect, heading }: OpenLessonProps) {
  const read = useQuery(catalogApi.readLesson({ params: { courseId: course.id, lessonId: lesson.id } }))
  const follower = useFollower(course.id, read.data)
  const Work = lessonWorks[lesson.contentType]
  const canModerate = useCanModerate(course)
  const content = useRef<HTMLDivElement>(null)
  const lessons = listLessons(course).filter(({ isLocked }) => !isLocked)
  const place = lessons.findIndex(({ id }) => id === lesson.id)
  const [previous, next] = [lessons[place - 1], lessons[place + 1]]
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCommand(event)) return
    const key = event.key.toLowerCase()
    if (key === 'n' && next) onSelect(next.id)
    else if (key === 'p' && previous) onSelect(previous.id)
    else if (key === 'k') playOrPause(findRecording(content.current))
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole lesson; each has its button
    <div ref={content} onKeyDown={onKeyDown}>
      <Card>
        <div className={styles.toOutline}>
          <Button size="small" icon={<ArrowLeft size={16} aria-hidden />} onPress={() => onSelect(undefined)}>
            Course outline
          </Button>
        </div>
        <div className={styles.lessonHead}>
          <h2 ref={heading} tabIndex={-1} className={styles.lessonTitle} lang={course.language}>
            {lesson.title}
          </h2>
          <p className={styles.quiet}>
            {typeLabels[lesson.contentType].label} · {formatMinutes(lesson.duration)}
            {!lesson.isRequired && ' · Optional'}
          </p>
        </div>
        {follower && <ConnectionBanner />}
        <Loaded query={read} height={320} isFrameless>
          {(data) => (
            <>
              {data.description && (
                <p className={styles.description} lang={data.language}>
                  {data.description}
                </p>
              )}
              <LessonView
                key={lesson.id}
                contentType={data.contentType}
                title={data.title}
                body={data.body}
                details={data.details}
                contentUrl={data.contentUrl}
                minutes={data.duration}
                lang={data.language}
                follower={follower}
                work={
                  data.progress
                    ? Work && (
                        <PartBoundary fallback={<Skeleton height={240} />}>
                          <Work course={course} lesson={data} />
                        </PartBoundary>
                      )
                    : canModerate(lesson) && (
                        <PartBoundary fallback={<Skeleton height={240} />}>
                          <DiscussionCare lessonId={lesson.id} />
                        </PartBoundary>
                      )
                }
              />
              {data.progress && (
                <Completion
                  key={`completion ${lesson.id}`}
                  courseId={course.id}
                  rule={data.rule}
                  progress={data.progress}
                />
              )}
              {data.progress && (
                <Disclosure key={`notes ${lesson.id}`} label="My notes">
                  {() => <LessonNotes lessonId={lesson.id} recording={() => findRecording(content.current)} />}
                </Disclosure>
              )}
            </>
          )}
        </Loaded>
        <div className={styles.steps}>
          <Button
            icon={<ArrowLeft size={16} aria-hidden />}
            isDisabled={!previous}
            aria-keyshortcuts="P"
            onPress={() => previous && onSelect(previous.id)}
          >
            Previous lesson
          </Button>
          {next ? (
            <Button icon={<ArrowRight size={16} aria-hidden />} aria-keyshortcuts="N" onPress={() => onSelect(next.id)}>
              Next lesson
            </Button>
          ) : (
            <Button icon={<ArrowRight size={16} aria-hidden />} onPress={() => onSelect(undefined)}>
              Back to the course
            </Button>
          )}
        </div>
        <p className={styles.keys}>
          Keys within the lesson: <kbd>N</kbd> next, <kbd>P</kbd> previous, <kbd>K</kbd> play and pause.
        </p>
      </Card>
    </div>
  )
}

const findRecording = (element: Element | null) => element?.querySelector<HTMLMediaElement>('video, audio') ?? undefined

function playOrPause(recording: HTMLMediaElement | undefined): void {
  // A browser that blocks playing rejects this: the learner can use the browser's own button.
  if (recording?.paused) recording.play().catch(() => undefined)
  else recording?.pause()
}
