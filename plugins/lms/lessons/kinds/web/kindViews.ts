import type { ComponentType, LazyExoticComponent } from 'react'
import type { RichText } from '#core/contract/rich-text.ts'
import type { ContentType } from '../../contract.ts'

/** How an author changes what a kind keeps beside the text. */
export interface KindEditorProps<Details extends object = Record<string, unknown>> {
  lesson: { id: string; courseId: string; title: string }
  details: Details
  onChange: (details: Details) => void
  /** Empty for none. */
  contentUrl: string
  onChangeUrl: (contentUrl: string) => void
  /** By the path of the field below the details, such as `questions.0.title`. */
  errors: Readonly<Record<string, string>>
}

/** What a kind shows of a lesson; the text is drawn beside it, by LessonView. */
export interface KindViewProps<Details extends object = Record<string, unknown>> {
  title: string
  body: RichText
  /** What the kind shows of its details. */
  details: Details
  contentUrl: string
}

export interface KindView {
  /** None where the text and an address are all. */
  Editor?: LazyExoticComponent<ComponentType<KindEditorProps>>
  /** None where the text is all. */
  Viewer?: LazyExoticComponent<ComponentType<KindViewProps>>
  /** It is seen before the text, as a film is. */
  isAboveText?: boolean
}

/** Each in a chunk of its own, so that nobody loads an editor to read. */
export const kindViews: Readonly<Partial<Record<ContentType, KindView>>> = {}
