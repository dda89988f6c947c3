import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import * as styles from './Sandbox.css.ts'

/** Messages that are heard of a frame in a second; what it says beyond that is dropped. */
const MAX_MESSAGES = 50
const SECOND_MS = 1000

export interface SandboxProps<Message> {
  /** URL as `/api/files/{id}/interactive` answers it; undefined while it is requested. */
  src: string | undefined
  /** Name of the content, for users who cannot see it: 'Lesson Soldering'. */
  title: string
  /** Pixels; 480 unless said otherwise. */
  height?: number
  /** Saved state of it, which its pages find as the name of their window. Only another `src` makes it begin anew. */
  kept?: string
  /** Schema of what the frame may say. It is untrusted code: anything of another shape is dropped. */
  message: z.ZodType<Message>
  onMessage: (message: Message) => void
  /** Error thrown when the address was requested. */
  error?: unknown
  onRetry?: () => unknown
}

/**
 * Interactive content of a package, in a frame without an origin: it reaches no cookie, no storage and no page of ours, and
 * speaks to us by messages alone, which any package author could forge.
 */
export function Sandbox<Message>(props: SandboxProps<Message>) {
  const { src, title, height = 480, kept = '', message, onMessage, error, onRetry } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [shown, setShown] = useState<string>()
  // A name that is set while the frame is there would be another one in the middle of it.
  const [begun, setBegun] = useState({ src, kept })
  if (begun.src !== src) setBegun({ src, kept })
  const isWaiting = shown !== src || src === undefined
  const heard = useRef({ message, onMessage })
  useEffect(() => {
    heard.current = { message, onMessage }
  })

  useEffect(() => {
    let since = 0
    let count = 0
    const hear = (event: MessageEvent<unknown>) => {
      // Its origin is null, as that of any other sandbox: only the window identifies the sender.
      if (!frame.current?.contentWindow || event.source !== frame.current.contentWindow) return
      if (event.timeStamp - since >= SECOND_MS) [since, count] = [event.timeStamp, 0]
      count++
      if (count > MAX_MESSAGES) return
      const { success, data } = heard.current.message.safeParse(event.data)
      if (success) heard.current.onMessage(data)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])

  if (error) return <ErrorState error={error} {...(onRetry && { onRetry })} />
  return (
    <div className={styles.sandbox} style={{ height }} aria-busy={isWaiting}>
      {src !== undefined && (
        <iframe
          ref={frame}
          key={begun.src}
          name={begun.kept}
          className={styles.frame}
          src={src}
          title={title}
          sandbox="allow-scripts"
          // With none, its pages could not see that they are in a page of ours.
          referrerPolicy="strict-origin"
          onLoad={() => setShown(src)}
        />
      )}
      {isWaiting && (
        <div className={styles.waiting}>
          <Skeleton height={height} />
        </div>
      )}
    </div>
  )
}
