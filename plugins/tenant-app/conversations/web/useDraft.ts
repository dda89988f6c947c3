import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { sealedStore } from '#core/web/sealedStore.ts'
import { useUser } from '#core/web/session.ts'

const draft = z.object({
  /** Id of the conversation. */
  id: z.string(),
  /** Id under which the post is sent: sent again after a reload it is the same one. */
  postId: z.string(),
  text: z.string(),
  /** Text that was sent under this id, saved or not. */
  sent: z.string().optional(),
})
type Draft = z.output<typeof draft>

/** Stores what is written on the device, sealed, until it is sent. @param key the conversation */
export function useDraft(key: string) {
  const { id: userId } = useUser()
  const store = useRef(sealedStore({ userId, kind: 'conversation-drafts', schema: draft }))
  const [current, setCurrent] = useState<Draft>(() => ({ id: key, postId: crypto.randomUUID(), text: '' }))
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  }, [current])
  useEffect(() => {
    let isGone = false
    // A browser that keeps nothing begins anew.
    void store.current
      .list()
      .then((entries) => entries.find((one) => one.id === key))
      .then((found) => found && !isGone && setCurrent((now) => (now.text === '' ? found : now)))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [key])
  const write = useCallback(
    (text: string) =>
      setCurrent((now) => {
        // The post may be saved although no answer came: another text is another post.
        const isOther = now.sent !== undefined && now.sent !== text
        const next: Draft = isOther ? { id: now.id, postId: crypto.randomUUID(), text } : { ...now, text }
        void store.current.put([next]).catch(() => undefined)
        return next
      }),
    [],
  )
  const noteSent = useCallback(
    () =>
      setCurrent((now) => {
        const next: Draft = { ...now, sent: now.text }
        void store.current.put([next]).catch(() => undefined)
        return next
      }),
    [],
  )
  const clear = useCallback(
    (postId: string) => {
      // Text that was written while the post was sent is the next one.
      if (latest.current.postId !== postId) return
      void store.current.remove([key]).catch(() => undefined)
      setCurrent({ id: key, postId: crypto.randomUUID(), text: '' })
    },
    [key],
  )
  return { ...current, write, noteSent, clear }
}
