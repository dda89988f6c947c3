import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { LessonDraft } from './lessonDraft.ts'

interface Left {
  draft: LessonDraft
  /** Stops watching the draft. */
  end: () => void
}

const unsavedDrafts = new Map<string, Left>()

/** Returns the draft that was left unsaved, to resume it. */
export const getUnsavedDraft = (key: string): LessonDraft | undefined => unsavedDrafts.get(key)?.draft

/** Forgets an unsaved draft: its author is back, or signed out. */
export function dropUnsavedDraft(key: string): void {
  unsavedDrafts.get(key)?.end()
  unsavedDrafts.delete(key)
}

/**
 * Saves a draft whose page was left. If that fails, its author is notified, and finds it when the lesson is opened again.
 * @param onEnd called once it is saved, or its author is back
 */
export function saveUnsavedDrafts(key: string, draft: LessonDraft, onEnd: () => void): void {
  let isTold = false
  const look = () => {
    const { progress, reason, known } = draft.state()
    if (progress === 'saved') dropUnsavedDraft(key)
    if (isTold || !['failed', 'refused', 'conflict'].includes(progress)) return
    isTold = true
    notify({
      title: `Your text in “${known.lesson.title}” is not saved`,
      description: `${reason ?? 'Someone else changed this lesson.'} Open the lesson again to see it.`,
      tone: 'destructive',
    })
  }
  const unsubscribe = draft.subscribe(look)
  unsavedDrafts.set(key, {
    draft,
    end: () => {
      unsubscribe()
      onEnd()
    },
  })
  void draft.flush()
}
