import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { RichText } from '#core/contract/rich-text.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { RichTextView } from '#core/web/ui/rich-text/RichTextView.tsx'
import type { ContentType } from '../../contract.ts'
import { AddressLink } from './AddressLink.tsx'
import type { LessonFollower } from './kindProps.ts'
import { kindViews } from './kindViews.ts'

export interface LessonViewProps {
  contentType: ContentType
  title: string
  body: RichText
  /** Details that the kind shows. */
  details: Record<string, unknown>
  contentUrl: string
  /** Minutes of the lesson; 0: not set. */
  minutes: number
  /** Language of the course, as BCP 47. */
  lang?: string | undefined
  /** Left out in an author's preview. */
  follower?: LessonFollower | undefined
  /** Work of the learner, which replaces the kind's view. */
  work?: ReactNode
}

/** Renders a lesson for learners, and as a preview for its author: its text, and its kind's view. */
export function LessonView({
  contentType,
  title,
  body,
  details,
  contentUrl,
  minutes,
  lang,
  follower,
  work,
}: LessonViewProps) {
  const { Viewer, isAboveText } = kindViews[contentType] ?? {}
  const text = body.content.length > 0 && <RichTextView document={body} lang={lang} />
  return (
    <Stack>
      {!isAboveText && text}
      {work ? (
        work
      ) : Viewer ? (
        <Suspense fallback={<Skeleton height={240} />}>
          <Viewer
            title={title}
            body={body}
            details={details}
            contentUrl={contentUrl}
            minutes={minutes}
            follower={follower}
          />
        </Suspense>
      ) : (
        <AddressLink href={contentUrl} />
      )}
      {isAboveText && text}
      {follower && <End onSeen={follower.onEnd} />}
    </Stack>
  )
}

/** Marks the end of a lesson, and reports when it is on the screen. */
function End({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    if (!mark.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      tell()
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={mark} />
}
