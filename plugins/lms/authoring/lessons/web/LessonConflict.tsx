import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { LessonContent } from '../contract.ts'
import { previewOf } from '../kinds/contract.ts'
import { LessonView } from '../kinds/web/LessonView.tsx'
import * as styles from './LessonContentPage.css.ts'
import type { DraftState, LessonDraft } from './lessonDraft.ts'
import { mergeDetails } from './wholeDetails.ts'

interface LessonConflictProps {
  state: DraftState
  theirs: LessonContent
  draft: LessonDraft
}

/** Shows both versions of a lesson that another author has changed meanwhile, to choose from. */
export function LessonConflict({ state, theirs, draft }: LessonConflictProps) {
  const { contentType, title } = state.known.lesson
  return (
    <>
      <Banner
        tone="warn"
        title="Someone else changed this lesson"
        action={
          <div className={styles.bar}>
            <Button size="small" onPress={() => void draft.keepMine()}>
              Keep my version
            </Button>
            <Button size="small" onPress={draft.takeTheirs}>
              Take their version
            </Button>
          </div>
        }
      >
        Your version is not saved until you choose. You can continue writing and copy from theirs.
        {theirs.lesson.contentType !== contentType &&
          ' The lesson has a different type now. Settings of the old type cannot be kept.'}
      </Banner>
      <div className={styles.versions}>
        <section aria-label="Your version" className={styles.version}>
          <h2>Your version</h2>
          <Shown
            content={{
              ...state,
              details: mergeDetails(contentType, state.details, state.known.details),
              type: contentType,
              title,
              minutes: theirs.lesson.duration,
            }}
          />
        </section>
        <section aria-label="Their version" className={styles.version}>
          <h2>Their version</h2>
          <Shown
            content={{
              ...theirs,
              contentUrl: theirs.lesson.contentUrl,
              type: theirs.lesson.contentType,
              title: theirs.lesson.title,
              minutes: theirs.lesson.duration,
            }}
          />
        </section>
      </div>
    </>
  )
}

interface ShownProps {
  content: Pick<DraftState, 'body' | 'contentUrl'> & {
    details: object
    type: LessonContent['lesson']['contentType']
    title: string
    minutes: number
  }
}

function Shown({ content: { type, title, body, details, contentUrl, minutes } }: ShownProps) {
  return (
    <LessonView
      contentType={type}
      title={title}
      body={body}
      details={previewOf(type, details)}
      contentUrl={contentUrl}
      minutes={minutes}
    />
  )
}
