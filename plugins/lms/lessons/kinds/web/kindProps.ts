import type { RichText } from '#core/contract/rich-text.ts'

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
