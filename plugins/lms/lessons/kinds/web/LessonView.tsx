import { Suspense } from 'react'
import type { RichText } from '#core/contract/rich-text.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { RichTextView } from '#core/web/ui/rich-text/RichTextView.tsx'
import type { ContentType } from '../../contract.ts'
import { AddressLink } from './AddressLink.tsx'
import { kindViews } from './kindViews.ts'

export interface LessonViewProps {
  contentType: ContentType
  title: string
  body: RichText
  /** What the kind shows of its details. */
  details: Record<string, unknown>
  contentUrl: string
  /** BCP 47, of the course. */
  lang?: string | undefined
}

/** A lesson as learners see it, and its author beforehand: its text, and what its kind has beside it. */
export function LessonView({ contentType, title, body, details, contentUrl, lang }: LessonViewProps) {
  const { Viewer, isAboveText } = kindViews[contentType] ?? {}
  const text = body.content.length > 0 && <RichTextView document={body} lang={lang} />
  return (
    <Stack>
      {!isAboveText && text}
      {Viewer ? (
        <Suspense fallback={<Skeleton height={240} />}>
          <Viewer title={title} body={body} details={details} contentUrl={contentUrl} />
        </Suspense>
      ) : (
        <AddressLink href={contentUrl} />
      )}
      {isAboveText && text}
    </Stack>
  )
}
