import type { PackageProgress } from '#core/contract/files.ts'
import type { RichText } from '#core/contract/rich-text.ts'
import type { PackageItem } from '../../../files/contract.ts'
import type { Watched } from '#core/web/ui/media/watchedStretches.ts'

/** Props of a kind's editor for details. */
export interface KindEditorProps<Details extends object = Record<string, unknown>> {
  lesson: { id: string; courseId: string; title: string }
  details: Details
  onChange: (details: Details) => void
  /** Empty for none. */
  contentUrl: string
  onChangeUrl: (contentUrl: string) => void
  /** Errors by the path of the field below the details, such as `questions.0.title`. */
  errors: Readonly<Record<string, string>>
}

/** Callbacks by which the page of a learner follows a lesson. */
export interface LessonFollower {
  courseId: string
  lessonId: string
  /** The second of its recording at which the learner was. */
  place: number | undefined
  /** The page of its document at which the learner was. */
  page: number | undefined
  /** State that its package has saved; empty for none. */
  packageState: string
  packageItems: readonly PackageItem[]
  onWatched: (watched: Watched) => void
  onPage: (page: number, pages: number) => void
  /** The end of its text is on the screen. */
  onEnd: () => void
  /** Joins what is held live, and is there until the page is left. */
  onJoin: () => void
  /** The word of its package. */
  onSaid: (said: Omit<PackageProgress, 'type'>) => void
}

/** Props of a kind's view; the text is drawn beside it, by LessonView. */
export interface KindViewProps<Details extends object = Record<string, unknown>> {
  title: string
  body: RichText
  /** Details that the kind shows. */
  details: Details
  contentUrl: string
  /** That the lesson takes; 0: nobody has said. */
  minutes: number
  /** None where an author looks at it beforehand. */
  follower?: LessonFollower | undefined
}
