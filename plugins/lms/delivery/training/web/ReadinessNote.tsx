import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { OpenCourse, Readiness } from '../readiness-contract.ts'
import { readinessApi } from './client.ts'

interface ReadinessNoteProps {
  projectId: string | null
  instructorId: string | null
  onMark?: (marks: ReadonlyMap<string, string>) => void
}

const none: ReadonlyMap<string, string> = new Map()

const toMarks = ({ unready }: Readiness): ReadonlyMap<string, string> =>
  new Map(unready.map(({ instructorId }) => [instructorId, 'Training not complete']))

/** Shows which courses an instructor has to complete before sessions of a project; renders nothing if they are ready. */
export function ReadinessNote({ projectId, instructorId, onMark }: ReadinessNoteProps) {
  // A choice of many instructors marks all who are not ready.
  const asked = { projectId: projectId ?? '', ...(onMark ? {} : { instructorId: instructorId ?? '' }) }
  const isAsked = projectId !== null && (onMark !== undefined || instructorId !== null)
  // Others complete courses meanwhile.
  const { data } = useQuery({ ...readinessApi.readiness({ query: asked }), enabled: isAsked, staleTime: 0 })
  useEffect(() => onMark?.(isAsked && data ? toMarks(data) : none), [data, isAsked, onMark])
  const unready = isAsked ? data?.unready.find((one) => one.instructorId === instructorId) : undefined
  if (!data || !unready) return null
  return (
    <Banner
      tone={data.isRule ? 'error' : 'warn'}
      title={
        data.isRule
          ? `${unready.instructorName} cannot lead this yet: their training is not complete`
          : `${unready.instructorName} has not completed the training for this project`
      }
    >
      {unready.courses.length > 0 && (
        <ul>
          {unready.courses.map((course) => (
            <li key={course.courseId}>
              <PageLink to="/courses/$courseId" params={{ courseId: course.courseId }}>
                {course.courseTitle}
              </PageLink>
              {`: ${describeState(course)}`}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

function describeState({ status, progress, isExpired, isRevoked }: OpenCourse): string {
  if (isExpired) return 'the certificate has ended'
  if (isRevoked) return 'the certificate was revoked'
  return status === 'not-started' ? 'not started' : `${progress}% complete`
}
