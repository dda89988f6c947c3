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

/** Callbacks that track a learner's progress in a lesson. */
export interface LessonFollower {
  courseId: string
  lessonId: string
  /** Second of the recording where the learner stopped. */
  place: number | undefined
  /** Page of the document where the learner stopped. */
  page: number | undefined
  /** State that its package has saved; empty for none. */
  packageState: string
  packageItems: readonly PackageItem[]
  onWatched: (watched: Watched) => void
  onPage: (page: number, pages: number) => void
  /** Called when the end of its text is on the screen. */
  onEnd: () => void
  /** Joins the live session; the learner counts as present until the page is left. */
  onJoin: () => void
  /** Called with each report of the package. */
  onSaid: (said: Omit<PackageProgress, 'type'>) => void
}

/** Props of a kind's view; LessonView renders the text beside it. */
export interface KindViewProps<Details extends object = Record<string, unknown>> {
  title: string
  body: RichText
  /** Details that the kind shows. */
  details: Details
  contentUrl: string
  /** Minutes of the lesson; 0: not set. */
  minutes: number
  /** Left out in an author's preview. */
  follower?: LessonFollower | undefined
}
