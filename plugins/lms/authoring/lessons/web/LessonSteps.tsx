import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { coursesApi } from '../../courses/web/client.ts'
import type { Lesson } from '../contract.ts'
import { lessonsApi } from './client.ts'
import { getLessonContentPath } from './lessonLabels.ts'
import { toSections } from './sections.ts'
import * as styles from './LessonContentPage.css.ts'

/** Links to the lessons before and after this one, in course order. */
export function LessonSteps({ lesson: { id, courseId } }: { lesson: Lesson }) {
  const of = { params: { id: courseId } }
  const chapters = useQuery(coursesApi.listChapters(of))
  const lessons = useQuery(lessonsApi.listLessons(of))
  const ordered = toSections(chapters.data ?? [], lessons.data ?? []).flatMap((section) => section.lessons)
  const place = ordered.findIndex((lesson) => lesson.id === id)
  // The order is unknown until the chapters are loaded.
  if (place < 0 || !chapters.data) return null
  const [previous, next] = [ordered[place - 1], ordered[place + 1]]
  return (
    <nav aria-label="Lessons of the course" className={styles.steps}>
      {previous ? (
        <LinkButton href={getLessonContentPath(previous.id)} icon={<ArrowLeft size={16} aria-hidden />}>
          Previous: {previous.title}
        </LinkButton>
      ) : (
        <span />
      )}
      {next && (
        <LinkButton href={getLessonContentPath(next.id)} icon={<ArrowRight size={16} aria-hidden />}>
          Next: {next.title}
        </LinkButton>
      )}
    </nav>
  )
}
