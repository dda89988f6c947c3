import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { LessonContent } from '../contract.ts'
import { kindOf } from '../kinds/contract.ts'
import { LessonView } from '../kinds/web/LessonView.tsx'
import * as styles from './LessonContentPage.css.ts'
import type { DraftState, LessonDraft } from './lessonDraft.ts'

interface LessonConflictProps {
  state: DraftState
  theirs: LessonContent
  draft: LessonDraft
}

/** Somebody else has changed what the author was writing: both are there, and the author chooses. */
export function LessonConflict({ state, theirs, draft }: LessonConflictProps) {
  const { contentType, title } = state.known.lesson
  return (
    <>
      <Banner
        tone="warn"
        title="Somebody else changed this lesson"
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
        Your version is not saved until you choose. You can go on writing and copy from theirs.
      </Banner>
      <div className={styles.versions}>
        <section aria-label="Your version" className={styles.version}>
          <h2>Your version</h2>
          <Shown content={{ ...state, type: contentType, title }} />
        </section>
        <section aria-label="Their version" className={styles.version}>
          <h2>Their version</h2>
          <Shown
            content={{ ...theirs, ...theirs.lesson, type: theirs.lesson.contentType, title: theirs.lesson.title }}
          />
        </section>
      </div>
    </>
  )
}

interface ShownProps {
  content: Pick<DraftState, 'body' | 'details' | 'contentUrl'> & {
    type: LessonContent['lesson']['contentType']
    title: string
  }
}

function Shown({ content: { type, title, body, details, contentUrl } }: ShownProps) {
  const kind = kindOf(type)
  const parsed = kind.details.safeParse(details)
  return (
    <LessonView
      contentType={type}
      title={title}
      body={body}
      details={parsed.success ? { ...kind.shown(parsed.data) } : {}}
      contentUrl={contentUrl}
    />
  )
}
